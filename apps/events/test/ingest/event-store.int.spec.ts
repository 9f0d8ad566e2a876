import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { NO_DERIVED } from '@portico/contracts/query/fields';
import { engines } from '@portico/testkit';
import fc from 'fast-check';
import { z } from 'zod';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import type { AcceptedEvent } from '../../src/judge/accepted-event.ts';
import { EventStore, HistoryWentBack, type Outcome } from '../../src/ingest/event-store.ts';
import { KnownIdentities } from '../../src/ingest/known/known-identities.ts';
import { readTableState } from '../../src/table/stored-positions.ts';
import { storeEvents } from '../../src/table/write-rows.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

const FIELDS = { timestamp: '2026-11-20T10:00:00.000Z', details: { message: 'the same' } };
const accepted = (
  partition: number,
  offset: number,
  changes: Partial<IntegrationEvent>,
  about?: Parameters<typeof acceptedEvent>[2],
): AcceptedEvent => acceptedEvent(integrationEvent({ ...FIELDS, ...changes }), { partition, offset }, about);
const storable = (id: string, partition: number, offset: number): AcceptedEvent => accepted(partition, offset, { id });
const SILENT: Outcome = { stored: () => undefined, found: () => undefined, reused: async () => undefined };

describe('concurrent inserts', () => {
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    const url = new URL(engines().CLICKHOUSE_URL);
    url.pathname = `/stores_${randomUUID().slice(0, 8)}`;
    clickhouse = new ClickHouse(url.href);
    await migrate(clickhouse);
  }, 60_000);
  afterAll(() => clickhouse?.close());

  const storedIds = async (): Promise<string[]> => {
    const sql = 'SELECT id FROM integration_events ORDER BY id';
    return (await clickhouse.rows(z.object({ id: z.string() }), { sql })).map(({ id }) => id);
  };

  it('store each event once, even if its copies are in different partitions', async () => {
    const expected = new Set<string>(await storedIds());
    const offsets = [0, 0, 0];
    // Each writer has its own partition and batch sizes, with overlapping ids.
    const batches = fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 5,
    });
    // `memory`: number of lookups after which the store loads identities into memory. 0: never.
    const writer = fc.record({ ids: batches, memory: fc.constantFrom(0, 1, 30) });
    const storeAll = async (
      partition: number,
      run: string,
      { ids, memory }: { ids: readonly (readonly number[])[]; memory: number },
    ): Promise<void> => {
      const store = new EventStore(clickhouse, new KnownIdentities(clickhouse, memory));
      for (const batch of ids) {
        const events = [...new Set(batch)].map((id) => {
          const offset = offsets[partition] ?? 0;
          offsets[partition] = offset + 1;
          expected.add(`${run}-${id}`);
          return storable(`${run}-${id}`, partition, offset);
        });
        await store.storeNew(events, new Map([[partition, -1]]), SILENT);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.tuple(writer, writer, writer), async (writers) => {
        const run = randomUUID();
        await Promise.all(writers.map((of, partition) => storeAll(partition, run, of)));
        expect(await storedIds()).toEqual([...expected].toSorted());
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('report events with a known identity but different content', async () => {
    const store = new EventStore(clickhouse);
    const id = 'order-1';
    const first = accepted(6, 0, { id }, { publishedAt: Date.now() - 60_000 });
    await store.storeNew([first], new Map([[6, -1]]), SILENT);
    const other = accepted(6, 2, { id, details: { message: 'something else' } });
    const elsewhere = accepted(6, 3, { id, source_id: 2 });
    const spaced = accepted(6, 1, { id }, { details: '{ "message" : "the same" }' });
    const reused: AcceptedEvent[] = [];
    const stored: AcceptedEvent[] = [];
    const found: AcceptedEvent[] = [];
    const outcome: Outcome = {
      stored: (rows) => void stored.push(...rows),
      found: (rows) => void found.push(...rows),
      reused: async (events) => void reused.push(...events),
    };
    for (const event of [spaced, other, elsewhere]) await store.storeNew([event], new Map([[6, -1]]), outcome);
    expect(reused).toEqual([other]);
    expect(stored).toEqual([elsewhere]);
    const { event, position } = spaced;
    expect(found).toMatchObject([{ event, derived: NO_DERIVED, publishedAt: first.publishedAt, position }]);
  });

  it('do not block a process that stores far more rows than the other process', async () => {
    const many = Array.from({ length: 12_000 }, (_, offset) => storable(`many-${offset}`, 3, offset));
    const ending = new AbortController();
    const little = (async () => {
      const store = new EventStore(clickhouse);
      for (let offset = 0; !ending.signal.aborted; offset += 1)
        await store.storeNew([storable(`little-${offset}`, 4, offset)], new Map([[4, -1]]), SILENT);
    })();
    let stored = 0;
    await new EventStore(clickhouse).storeNew(many, new Map([[3, -1]]), {
      ...SILENT,
      stored: (rows) => void (stored += rows.length),
    });
    ending.abort();
    await little;
    expect(stored).toBe(many.length);
  }, 120_000);

  it('detect that ClickHouse was restored to a state before the rows of another process', async () => {
    const rows = [0, 1, 2].map((offset) => storable(`restored-${offset}`, 7, offset));
    const [first, second] = [new EventStore(clickhouse), new EventStore(clickhouse)];
    await first.storeNew(rows.slice(0, 2), new Map([[7, -1]]), SILENT);
    // The second process reads the partition from the last committed offset, so it reads the same rows.
    const own = await second.storeNew(rows.slice(0, 2), new Map([[7, -1]]), SILENT);
    expect(own).toEqual(new Map([[7, 1]]));
    await clickhouse.run("ALTER TABLE integration_events DELETE WHERE id = 'restored-1' SETTINGS mutations_sync = 1");
    await expect(second.storeNew(rows.slice(2), own, SILENT)).rejects.toBeInstanceOf(HistoryWentBack);
  }, 60_000);

  it.each([
    [1, 2_500],
    [2_500, 1],
    [1_001, 3_000],
    [3_000, 12_000],
  ])(
    'store only the first of two inserts with the same insert number, if they have %i and %i rows',
    async (one, other) => {
      const { head } = await readTableState(clickhouse);
      const before = (await storedIds()).length;
      for (const count of [one, other]) {
        const rows = Array.from({ length: count }, (_, offset) =>
          storable(`${head.number} ${count} ${offset}`, 8, offset),
        );
        await storeEvents(clickhouse, rows, { after: head, token: `${head.number + 1}-0` });
      }
      expect(await storedIds()).toHaveLength(before + one);
    },
    60_000,
  );

  it('continue after a deduplication token that ClickHouse recorded without storing the rows', async () => {
    const { head } = await readTableState(clickhouse);
    await storeEvents(clickhouse, [storable('lost', 5, 0)], { after: head, token: `${head.number + 1}-0` });
    await clickhouse.run("ALTER TABLE integration_events DELETE WHERE id = 'lost' SETTINGS mutations_sync = 1");
    const before = await storedIds();
    await new EventStore(clickhouse).storeNew([storable('kept', 5, 1)], new Map([[5, -1]]), SILENT);
    expect(await storedIds()).toEqual([...before, 'kept'].toSorted());
  }, 60_000);
});
