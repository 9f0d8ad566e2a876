import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectionOptions, DatabaseConfig, openDatabase } from '@portico/postgres';
import { engines, eventually, STARTING } from '@portico/testkit';
import { Client } from 'pg';
import { withMessaging } from '../src/database.ts';
import { Lease } from '../src/relay/lease.ts';

describe('the lease of the outbox relay', () => {
  const name = `lease_${randomUUID().replaceAll('-', '')}`;
  const config = DatabaseConfig.parse(engines());
  let orm: MikroORM;
  /** A database session that several relays share, as behind a pooler. */
  let client: Client;

  beforeAll(async () => {
    orm = await openDatabase(withMessaging({ name, config, entities: [], migrations: [] }));
    client = new Client(connectionOptions(config, name));
    await client.connect();
  }, STARTING);
  afterAll(async () => {
    await client.end();
    await orm.close(true);
  });
  beforeEach(async () => {
    await client.query('update relay_lease set holder = null, expires_at = null');
  });

  const expire = () => client.query("update relay_lease set expires_at = clock_timestamp() - interval '1 second'");
  const take = async (before: Lease | null = null): Promise<Lease> => {
    const lease = await Lease.take(client, before);
    if (!lease) throw new Error('another relay has the lease');
    return lease;
  };
  const assign = async () => '7001';

  it('is given to only one of two relays that share a database session', async () => {
    const leases = await Promise.all([Lease.take(client, null), Lease.take(client, null)]);
    expect(leases.filter(Boolean)).toHaveLength(1);
    expect(await Lease.take(client, null)).toBeNull();
  });

  it('passes to another relay after a release or an expiry', async () => {
    const first = await take();
    await first.release();
    const second = await take();
    await expire();
    const third = await take();
    await expect(second.claimProducer(assign)).rejects.toThrow('another process');
    expect(await eventually(() => second.keep().then((isHeld) => (isHeld ? undefined : 'lost')))).toBe('lost');
    await second.release();
    expect(await Lease.take(client, null)).toBeNull();
    expect(await third.keep()).toBe(true);
  });

  it('can be retaken immediately by the same relay, with a higher epoch', async () => {
    const first = await take();
    const before = await first.claimProducer(assign);
    const again = await take(first);
    const after = await again.claimProducer(assign);
    expect(after.producerId).toBe(before.producerId);
    expect(after.producerEpoch).toBe(before.producerEpoch + 1);
    await expect(first.claimProducer(assign)).rejects.toThrow('another process');
  });
});
