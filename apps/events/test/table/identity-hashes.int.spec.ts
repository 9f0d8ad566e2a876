import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityOf } from '@portico/contracts/events/integration-event';
import { engines } from '@portico/testkit';
import { identityHash, toHashNumber } from '../../src/text/identity-hash.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { type Identity, storedIdentities } from '../../src/table/stored-events.ts';

const MOMENT = '2026-11-20 10:00:00.000';

describe('the lookup of stored identities', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/hashes_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    await migrate(clickhouse);
  }, 60_000);
  afterAll(() => clickhouse?.close());

  const identity = (number: number): Identity => ({ source_id: 1 + (number % 7), id: `order ‘${number}’ \\ '` });
  const insert = (rows: readonly object[]): Promise<void> =>
    clickhouse.insert(
      'integration_events',
      rows.map((row, index) => ({ timestamp: MOMENT, kafka_offset: index, ...row })),
    );

  it('finds events of the previous release after an upgrade by two processes', async () => {
    // Changes the table to the state of the previous release.
    await clickhouse.run(`ALTER TABLE integration_events DROP PROJECTION identity_hashes, DROP COLUMN identity_hash`);
    await clickhouse.run(`ALTER TABLE integration_events
      ADD COLUMN identity UInt64 MATERIALIZED cityHash64(source_id, id) CODEC(NONE) AFTER insert_month,
      ADD PROJECTION identities (SELECT identity, source_id, id ORDER BY identity)`);
    await clickhouse.run('TRUNCATE TABLE migrations');
    await clickhouse.insert('migrations', [{ id: 11, name: 'of the release before' }]);
    const before = Array.from({ length: 2_000 }, (_, number) => identity(number));
    for (let part = 0; part < 4; part += 1) await insert(before.slice(part * 500, (part + 1) * 500));
    await Promise.all([migrate(clickhouse), migrate(clickhouse)]);
    // Simulates a process of the previous release that still stores events.
    const during = identity(9_999);
    await insert([during]);
    const known = [...before, during];
    const unknown = before.map(({ source_id, id }) => ({ source_id: source_id + 1, id }));
    expect(await storedIdentities(clickhouse, [...known, ...unknown])).toEqual(new Set(known.map(identityOf)));
  });

  it('distinguishes two identities with the same hash', async () => {
    const [stored, other] = [identity(20_001), identity(20_002)];
    const hash = toHashNumber(identityHash(identityOf(other)));
    await insert([{ ...stored, identity_hash: hash }]);
    expect(await storedIdentities(clickhouse, [other])).toEqual(new Set());
    await insert([other]);
    expect(await storedIdentities(clickhouse, [other])).toEqual(new Set([identityOf(other)]));
  });
});
