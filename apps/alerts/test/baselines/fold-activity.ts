/**
 * How long marks of many keys take to be folded into episodes, beside a reader that parses them and does nothing. Prints JSON:
 * marks a second, and microseconds of this process's processor a mark. Half of the keys fail, so that every second mark of them
 * touches an episode.
 */
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { type Activity, ACTIVITY_TOPIC, activityKey } from '@portico/contracts/events/activity';
import { ensureTopics } from '@portico/kafka';
import { openDatabase } from '@portico/postgres';
import { eventually, startOwnEngines } from '@portico/testkit';
import { ActivityLoop } from '../../src/activity/activity-loop.ts';
import { AlertsConfig } from '../../src/config.ts';
import { alertsDatabase } from '../../src/database.ts';
import { FoldService } from '../../src/episodes/fold.service.ts';

const { values } = parseArgs({
  options: { keys: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
});
const [keys, rounds] = [Number(values.keys), Number(values.rounds)];
const MARKS_A_REQUEST = 500;
const WITHIN = 300_000;

const own = await startOwnEngines();
const config = AlertsConfig.parse({
  ...own.environment,
  PORT: '0',
  IDENTITY_URL: 'http://127.0.0.1:9',
  EVENTS_URL: 'http://127.0.0.1:9',
  API_URL: 'http://127.0.0.1:9',
  CONSOLE_URL: 'http://127.0.0.1:9',
  SIGNING_SECRET: 'of no use in a benchmark, and long enough',
  SERVICE_SECRET: 'of no use in a benchmark, and long enough',
});
await ensureTopics(own.kafka, config, [ACTIVITY_TOPIC]);
const orm = await openDatabase(alertsDatabase(config));
const producer = own.kafka.producer();
await producer.connect();

const START = Date.now() - 60 * 60_000;
const markOf = (key: number, round: number): Activity => {
  const at = new Date(START + round * 1_000).toISOString();
  const fails = key % 2 === 0;
  return {
    organization_id: 1 + (key % 50),
    source_id: 1 + (key % 500),
    event_name: `event.${key}`,
    newest_failure: fails ? at : null,
    newest_success: fails ? null : at,
    newest_arrival: at,
  };
};
for (let round = 0; round < rounds; round += 1)
  for (let from = 0; from < keys; from += MARKS_A_REQUEST) {
    const marks = Array.from({ length: Math.min(MARKS_A_REQUEST, keys - from) }, (_, index) =>
      markOf(from + index, round),
    );
    const messages = marks.map((one) => ({ key: activityKey(one), value: JSON.stringify(one) }));
    await producer.send({ topic: ACTIVITY_TOPIC, messages, acks: -1 });
  }
await producer.disconnect();

/** Reads all marks in a group of its own. Folded are fewer: of the marks of a key in one batch the newest counts. */
async function measure(group: string, fold: (marks: readonly Activity[]) => Promise<void>) {
  let newest = 0;
  const last = Date.parse(markOf(0, rounds - 1).newest_arrival);
  const seen = new Set<string>();
  const loop = new ActivityLoop({
    kafka: own.kafka,
    group,
    fold: async (marks) => {
      if (newest === 0) [began, cpu] = [performance.now(), process.cpuUsage()];
      await fold(marks);
      newest += marks.length;
      for (const mark of marks) if (Date.parse(mark.newest_arrival) === last) seen.add(activityKey(mark));
    },
  });
  let began = performance.now();
  let cpu = process.cpuUsage();
  loop.start();
  await eventually(() => seen.size === keys, WITHIN);
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  await loop.stop();
  const marks = keys * rounds;
  return { marksPerSecond: Math.round(marks / seconds), microsecondsPerMark: (user + system) / marks };
}

/** Bytes that this process keeps once everything that it does not keep is gone; `stored`: and the database, of all keys. */
const kept = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const stored = async (): Promise<number> => {
  const [row] = await orm.em
    .fork()
    .execute<{ bytes: string }[]>(
      `select sum(pg_total_relation_size(name::regclass)) as bytes from unnest(array['episode_marks', 'episodes', 'episode_entries']) as name`,
    );
  return Number(row?.bytes);
};

const folding = new FoldService(orm.em);
const bare = await measure('bench.bare', async () => undefined);
const [before, storedBefore] = [kept(), await stored()];
const first = await measure('bench.fold', (marks) => folding.fold(marks));
const [after, storedAfter] = [kept(), await stored()];
const perKey = {
  heapBytes: (after - before) / keys,
  databaseBytes: (storedAfter - storedBefore) / keys,
};
const again = await measure('bench.again', (marks) => folding.fold(marks));
const { rss } = process.memoryUsage();
process.stdout.write(`${JSON.stringify({ keys, rounds, bare, first, again, rssBytes: rss, perKey })}\n`);
await orm.close(true);
await own.stop();
process.exit(0);
