import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@portico/testkit';
import fc from 'fast-check';
import { z } from 'zod';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import type { StorableEvent } from '../../src/judge/judged-message.ts';
import { EventStore } from '../../src/ingest/event-store.ts';
import { storeEvents } from '../../src/table/write-rows.ts';

const NO_EPOCHS = new Map<number, number>();

const storable = (id: string, partition: number, offset: number): StorableEvent => {
  const event = integrationEvent({ id });
  return {
    event,
    position: { partition, offset },
    publishedAt: Date.now(),
    message: { key: null, value: null },
    details: JSON.stringify(event.details),
    verdict: { ok: true, event, details: JSON.stringify(event.details) },
  };
};

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

  it('store each id once, through any partitions', async () => {
    const expected = new Set<string>(await storedIds());
    const offsets = [0, 0, 0];
    // Each has a partition of its own and batches of its own sizes, of ids that the others have too.
    const batches = fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 5,
    });
    const storeAll = async (partition: number, run: string, ids: readonly (readonly number[])[]): Promise<void> => {
      const store = new EventStore(clickhouse);
      for (const batch of ids) {
        const events = [...new Set(batch)].map((id) => {
          const offset = offsets[partition] ?? 0;
          offsets[partition] = offset + 1;
          expected.add(`${run}-${id}`);
          return storable(`${run}-${id}`, partition, offset);
        });
        await store.storeNew(events, NO_EPOCHS, () => undefined);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.tuple(batches, batches, batches), async (writers) => {
        const run = randomUUID();
        await Promise.all(writers.map((ids, partition) => storeAll(partition, run, ids)));
        expect(await storedIds()).toEqual([...expected].toSorted());
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('do not starve a process with far more rows than the others', async () => {
    const many = Array.from({ length: 12_000 }, (_, offset) => storable(`many-${offset}`, 3, offset));
    const ending = new AbortController();
    const little = (async () => {
      const store = new EventStore(clickhouse);
      for (let offset = 0; !ending.signal.aborted; offset += 1)
        await store.storeNew([storable(`little-${offset}`, 4, offset)], NO_EPOCHS, () => undefined);
    })();
    let stored = 0;
    await new EventStore(clickhouse).storeNew(many, NO_EPOCHS, (rows) => (stored += rows));
    ending.abort();
    await little;
    expect(stored).toBe(many.length);
  }, 120_000);

  it('continue after a token that ClickHouse recorded without storing its rows', async () => {
    const lastInsert = { sql: 'SELECT toUnixTimestamp64Milli(max(stored_at)) AS head FROM integration_events' };
    const head = (await clickhouse.rows(z.object({ head: z.number() }), lastInsert))[0]?.head ?? 0;
    await storeEvents(clickhouse, [storable('lost', 5, 0)], { epochs: NO_EPOCHS, storedAt: head }, `${head}-0`);
    await clickhouse.run("ALTER TABLE integration_events DELETE WHERE id = 'lost' SETTINGS mutations_sync = 1");
    const before = await storedIds();
    await new EventStore(clickhouse).storeNew([storable('kept', 5, 1)], NO_EPOCHS, () => undefined);
    expect(await storedIds()).toEqual([...before, 'kept'].toSorted());
  }, 60_000);
});
