import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { engines, eventually } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import fc from 'fast-check';
import { z } from 'zod';
import { EventStore, type Outcome } from '../../src/ingest/event-store.ts';
import { KnownIdentities } from '../../src/ingest/known/known-identities.ts';
import type { AcceptedEvent } from '../../src/judge/accepted-event.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import { identityHash, identityHashSql, toHashNumber } from '../../src/text/identity-hash.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

const SILENT: Outcome = { stored: () => undefined, found: () => undefined, reused: async () => undefined };
let offset = 0;
const storable = (id: string, partition = 0): AcceptedEvent => {
  const event = integrationEvent({ id, timestamp: '2026-11-20T10:00:00.000Z', details: { message: 'the same' } });
  return acceptedEvent(event, { partition, offset: (offset += 1) });
};

describe('identities in memory', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/known_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    await migrate(clickhouse);
  }, 60_000);
  afterAll(() => clickhouse?.close());

  const storedIds = async (): Promise<string[]> => {
    const sql = 'SELECT id FROM integration_events ORDER BY id';
    return (await clickhouse.rows(z.object({ id: z.string() }), { sql })).map(({ id }) => id);
  };
  const own = new Map([[0, -1]]);
  /** Stores one event after another until the store needs no lookup in ClickHouse. */
  const untilKnown = async (store: EventStore, spy: jest.Spied<ClickHouse['rowsForSure']>): Promise<void> => {
    await eventually(async () => {
      spy.mockClear();
      await store.storeNew([storable(randomUUID())], own, SILENT);
      return lookUps(spy) === 0;
    });
  };
  const lookUps = (spy: jest.Spied<ClickHouse['rowsForSure']>): number =>
    spy.mock.calls.filter(([, { sql }]) => sql.includes('SELECT DISTINCT toString(identity_hash)')).length;

  it('make lookups of new events unnecessary, and never miss a stored event', async () => {
    const before = Array.from({ length: 200 }, () => randomUUID());
    await new EventStore(clickhouse).storeNew(
      before.map((id) => storable(id)),
      own,
      SILENT,
    );
    const spy = jest.spyOn(clickhouse, 'rowsForSure');
    const store = new EventStore(clickhouse, new KnownIdentities(clickhouse, 1));
    await untilKnown(store, spy);
    const added = Array.from({ length: 50 }, () => randomUUID());
    await store.storeNew(
      added.map((id) => storable(id)),
      own,
      SILENT,
    );
    expect(lookUps(spy)).toBe(0);
    const expected = await storedIds();
    const found: string[] = [];
    const outcome: Outcome = { ...SILENT, found: (rows) => void found.push(...rows.map(({ event }) => event.id)) };
    await store.storeNew(
      [...before, ...added].map((id) => storable(id)),
      own,
      outcome,
    );
    expect(found.toSorted()).toEqual([...before, ...added].toSorted());
    expect(await storedIds()).toEqual(expected);
    spy.mockRestore();
  });

  it('avoid most lookups even with as few bits per event as for a billion events', async () => {
    // 2^13 bits for 1,907 identities are as many bits per identity as 2^32 bits for a billion identities.
    const known = new KnownIdentities(clickhouse, 1, { fewest: 2 ** 10, most: 2 ** 13 });
    const forget = jest.spyOn(known, 'forget');
    const spy = jest.spyOn(known, 'amongStored');
    const store = new EventStore(clickhouse, known);
    const add = async (): Promise<number> => {
      spy.mockClear();
      await store.storeNew(
        Array.from({ length: 100 }, () => storable(randomUUID())),
        own,
        SILENT,
      );
      const lookedUp: unknown = await spy.mock.results[0]?.value;
      return Array.isArray(lookedUp) ? lookedUp.length : Number.NaN;
    };
    await eventually(async () => (await add()) < 50);
    const shares: number[] = [];
    while ((await storedIds()).length < 1_900) shares.push(await add());
    expect(Math.max(...shares)).toBeLessThan(40);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(20);
    expect(forget).not.toHaveBeenCalled();
    const ids = await storedIds();
    const found: string[] = [];
    const outcome: Outcome = { ...SILENT, found: (rows) => void found.push(...rows.map(({ event }) => event.id)) };
    await store.storeNew(
      ids.map((id) => storable(id)),
      own,
      outcome,
    );
    expect(found.toSorted()).toEqual(ids);
    expect(await storedIds()).toEqual(ids);
  });

  it('are reloaded after another process has stored an event', async () => {
    const spy = jest.spyOn(clickhouse, 'rowsForSure');
    const store = new EventStore(clickhouse, new KnownIdentities(clickhouse, 1));
    await untilKnown(store, spy);
    const theirs = randomUUID();
    await new EventStore(clickhouse).storeNew([storable(theirs, 1)], new Map([[1, -1]]), SILENT);
    const stored: string[] = [];
    const outcome: Outcome = { ...SILENT, stored: (rows) => void stored.push(...rows.map(({ event }) => event.id)) };
    await store.storeNew([storable(theirs)], own, outcome);
    expect(stored).toEqual([]);
    // Stores enough events that the store reloads all identities.
    const many = Array.from({ length: 600 }, () => storable(randomUUID()));
    await store.storeNew(many, own, SILENT);
    await untilKnown(store, spy);
    spy.mockRestore();
  });

  it('have the same hashes as in ClickHouse', async () => {
    const Hash = z.object({ hash: z.string() });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
        const sql = `SELECT toString(${identityHashSql('{text:String}')}) AS hash FROM (SELECT 7 AS source_id)`;
        const hash = toHashNumber(identityHash(`7:${text}`));
        expect(await clickhouse.rows(Hash, { sql, params: { text } })).toEqual([{ hash }]);
      }),
      { numRuns: 60 },
    );
  });
});
