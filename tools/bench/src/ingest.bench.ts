import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Options } from './options.ts';
import { publishMany, withProducer } from './publishing.ts';
import { median, round } from './statistics.ts';
import type { BenchStack } from './bench-stack.ts';

const IDLE_CONSUMER = fileURLToPath(new URL('idle-consumer.ts', import.meta.url));
/** Longest that one round may take, in milliseconds. */
const ROUND_TIMEOUT = 60_000;

export type IngestFigures = {
  events: number;
  rounds: { storedPerSecond: number; readPerSecond: number }[];
  storedPerSecond: number;
  readPerSecond: number;
  /** Stored beside only read, of the same bytes in the same run. */
  ratio: number;
};

/**
 * Events a second from Kafka into ClickHouse by the service as it is (with its live side reading along), beside a
 * consumer that only reads. Both read what stands in the topic already; start-up is in neither figure. The two take
 * turns, so that what else the machine does meets both.
 */
export async function benchIngest(stack: BenchStack, options: Options): Promise<IngestFigures> {
  const rounds: IngestFigures['rounds'] = [];
  for (let number = 0; number < options.ingestRounds; number += 1) {
    const starts = await stack.logEnds();
    await withProducer(stack.kafka, (producer) => publishMany(producer, options.ingestEvents));
    const read = () => readOnly(stack, options.ingestEvents, starts);
    const store = () => readAndStore(stack, options.ingestEvents);
    if (number % 2 === 0) rounds.push({ readPerSecond: await read(), storedPerSecond: await store() });
    else rounds.push({ storedPerSecond: await store(), readPerSecond: await read() });
  }
  const storedPerSecond = median(rounds.map((one) => one.storedPerSecond));
  const readPerSecond = median(rounds.map((one) => one.readPerSecond));
  const ratio = round(storedPerSecond / readPerSecond, 3);
  return { events: options.ingestEvents, rounds, storedPerSecond, readPerSecond, ratio };
}

async function readOnly({ brokers }: BenchStack, events: number, starts: string): Promise<number> {
  const args = [IDLE_CONSUMER, brokers, String(events), starts];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: ROUND_TIMEOUT });
  const { perSecond } = JSON.parse(stdout) as { perSecond: number };
  return Math.round(perSecond);
}

/** `stored_at` is the moment at which an insert began: between the first and the last, all but the last were stored. */
async function readAndStore(stack: BenchStack, events: number): Promise<number> {
  const database = stack.database('ingest');
  const before = await stored(database);
  const service = await stack.startService('ingest');
  const deadline = Date.now() + ROUND_TIMEOUT;
  while ((await stored(database)) < before + events) {
    if (Date.now() > deadline) throw new Error(`the ingest did not store ${events} events in ${ROUND_TIMEOUT} ms`);
    await sleep(200);
  }
  await service.stop();
  const answer = await database.query({
    query: `SELECT toUnixTimestamp64Milli(stored_at) AS at, count() AS rows FROM integration_events
            GROUP BY stored_at ORDER BY stored_at DESC`,
    format: 'JSONEachRow',
  });
  const inserts = await answer.json<{ at: string | number; rows: string | number }>();
  let counted = 0;
  const round = inserts.filter(({ rows }) => (counted += Number(rows)) <= events);
  const [last, first] = [round[0], round.at(-1)];
  if (!last || !first || last === first) throw new Error('the ingest needed one insert only: nothing to measure');
  const seconds = (Number(last.at) - Number(first.at)) / 1_000;
  return Math.round((events - Number(last.rows)) / seconds);
}

async function stored(database: ReturnType<BenchStack['database']>): Promise<number> {
  const answer = await database.query({
    query: 'SELECT count() AS count FROM integration_events',
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ count: string | number }>();
  return Number(row?.count ?? 0);
}
