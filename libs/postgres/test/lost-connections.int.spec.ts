import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines, STARTING } from '@portico/testkit';
import { Client, type Pool } from 'pg';
import { connectionOptions, DatabaseConfig, openDatabase } from '../src/index.ts';

/** MikroORM requires at least one entity. */
const NoteSchema = defineEntity({ name: 'Note', properties: { id: p.integer().primary() } });
class Note extends NoteSchema.class {}
NoteSchema.setClass(Note);

describe('a pool of two connections', () => {
  const name = `lost_${randomUUID().replaceAll('-', '')}`;
  const config = DatabaseConfig.parse({
    ...engines(),
    POSTGRES_POOL_SIZE: '2',
    POSTGRES_CONNECT_TIMEOUT_SECONDS: '2',
  });
  let orm: MikroORM;
  let admin: Client;

  beforeAll(async () => {
    orm = await openDatabase({ name, config, entities: [Note], migrations: [] });
    admin = new Client(connectionOptions(config, 'postgres'));
    await admin.connect();
  }, STARTING);
  afterAll(async () => {
    await orm?.close(true);
    await admin?.end();
  });

  const transaction = (session: 'is lost' | 'is kept'): Promise<unknown> =>
    orm.em.fork().transactional(async (em) => {
      const [own] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
      if (session === 'is lost') await admin.query('select pg_terminate_backend($1)', [own?.pid]);
      return em.execute('select 1 as one');
    });
  const expectBoth = async (): Promise<void> => {
    // Each transaction waits for the other, so that one connection is not enough.
    const { promise, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const overlap = (): Promise<number> =>
      orm.em.fork().transactional(async (em) => {
        await em.execute('select 1');
        begun += 1;
        if (begun === 2) resolve();
        await promise;
        return begun;
      });
    expect(await Promise.all([overlap(), overlap()])).toEqual([2, 2]);
  };

  it('recovers after losing three connections within a transaction', async () => {
    for (let lost = 0; lost < 3; lost += 1) await expect(transaction('is lost')).rejects.toThrow();
    await expectBoth();
  });

  it('recovers after losing three connections before a transaction', async () => {
    const pool: Pool = await orm.em.getConnection().getNativeClient();
    for (let lost = 0; lost < 3; lost += 1) {
      pool.once('acquire', (client) => Reflect.get(client, 'connection').stream.destroy());
      await expect(transaction('is kept')).rejects.toThrow();
    }
    await expectBoth();
  });
});
