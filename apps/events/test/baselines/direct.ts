// Inserts prepared blocks of rows, to measure the cost of storing alone. Prints {"ready":true} when the blocks are prepared, waits for
// a line on stdin, inserts, and prints {"events":N,"cpuSeconds":S,"seconds":S}. CLICKHOUSE_URL names the database.
//   node --import ./tools/swc-hook.mjs apps/events/test/baselines/direct.ts <brokers> <messages> <partition:offset,...> <integrations> <organizations>
import { once } from 'node:events';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { migrate } from '../../src/table/schema/migrate.ts';
import type { AcceptedEvent } from '../../src/judge/accepted-event.ts';
import { FLUSH_EVENTS } from '../../src/ingest/batch.ts';
import { insertStatement, toBlock } from '../../src/table/write-rows.ts';
import { readTopic, workOf } from './read-topic.ts';

const events: AcceptedEvent[] = [];
await readTopic(workOf(process.argv.slice(2)), (arrivals) => {
  for (const { verdict } of arrivals) if (verdict.ok) events.push(verdict);
});
const batches: Buffer[] = [];
for (let from = 0; from < events.length; from += FLUSH_EVENTS) {
  const pieces: Buffer[] = [];
  for await (const piece of toBlock(events.slice(from, from + FLUSH_EVENTS), {
    after: { number: batches.length, storedAt: Date.now() },
  }))
    pieces.push(piece);
  batches.push(Buffer.concat(pieces));
}
const clickhouse = new ClickHouse(process.env['CLICKHOUSE_URL'] ?? '');
await migrate(clickhouse);
process.stdout.write('{"ready":true}\n');
await once(process.stdin, 'data');
const began = process.cpuUsage();
const beganAt = performance.now();
for (const [number, batch] of batches.entries())
  await clickhouse.insertBytes(insertStatement(`${process.pid}-${number}`), oneChunk(batch));
const { user, system } = process.cpuUsage(began);
const seconds = (performance.now() - beganAt) / 1_000;
process.stdout.write(`${JSON.stringify({ events: events.length, cpuSeconds: (user + system) / 1e6, seconds })}\n`);
await clickhouse.close();
process.exit(0);

async function* oneChunk(batch: Buffer): AsyncGenerator<Buffer> {
  yield batch;
}
