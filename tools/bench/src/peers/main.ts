import type { ClickHouseClient } from '@clickhouse/client';
import { type Call, caller } from '@portico/testkit';
import { ready, withBenchStack } from '../bench-stack.ts';
import { command } from '../command.ts';
import { publishDirectory } from '../publishing.ts';
import { timed, timedGet, warmUp } from '../requests.ts';
import { loadEvents, tracesOf } from '../rows.ts';
import { median, ratio, round } from '../statistics.ts';
import { printTable, say } from '../table.ts';
import { answer, readPage } from './log-console.ts';
import { copyIntoLogs, diskOf } from './log-table.ts';
import { type PeerQuestion, questionsOf } from './questions.ts';

const DATABASE = 'peers';
const WARM_UP = 2;

export default command({
  summary: `
Stores the same events in Portico's table and in an OpenTelemetry logs table with the indexes of log consoles, and measures each
question of the console through the events service, which always counts exactly, in turns with the statements of a log console,
without and with its exact count. A ratio below 1 means that Portico is faster.`,
  options: { rows: 3_000_000, requests: 20 },
  run: ({ rows, requests }) =>
    withBenchStack(async (stack) => {
      const events = await stack.startService(DATABASE);
      await stack.publish(publishDirectory);
      await ready(events);
      const database = stack.database(DATABASE);
      await loadEvents(database, rows);
      say('copying into the log table');
      await copyIntoLogs(database, rows);
      say('merging');
      await stack.merged();
      const [ours, theirs] = await Promise.all([
        diskOf(database, ['integration_events']),
        diskOf(database, ['otel_logs', 'attribute_rollup']),
      ]);
      if (ours.rows !== theirs.rows) throw new Error(`${ours.rows} events, ${theirs.rows} lines`);
      await warmUp(stack.tokens, [events.url]);
      const compared: Record<string, Compared> = {};
      for (const [kind, question] of Object.entries(questionsOf(await tracesOf(database, rows)))) {
        say(kind);
        const call = caller(events.url, await stack.tokens.sign());
        compared[kind] = await compare(call, database, question, requests);
      }
      printTable(
        ['medians, ms', 'Portico', 'their page', 'ratio', 'with exact count', 'ratio'],
        Object.entries(compared).map(([kind, one]) => [
          kind,
          one.ours,
          one.page,
          one.pageRatio,
          one.counted,
          one.countedRatio,
        ]),
      );
      const disk = { ours, theirs, ratio: ratio(ours.mebibytes, theirs.mebibytes) };
      printTable(
        ['disk, MiB', 'Portico', 'theirs', 'ratio'],
        [
          ['table', ours.mebibytes, theirs.mebibytes, disk.ratio],
          ['indexes in it', ours.indexes, theirs.indexes, ratio(ours.indexes, theirs.indexes)],
        ],
      );
      return { disk, compared };
    }),
});

/**
 * Medians in milliseconds. `ours`: Portico. `page`, `counted`: the log console, without and with its exact count. A ratio is Portico's
 * median divided by the log console's median.
 */
type Compared = { ours: number; page?: number; pageRatio?: number; counted?: number; countedRatio?: number };

/** Sends one question to Portico and the log console in turn. `counted`: the log console's page and then its exact count. */
async function compare(
  call: Call,
  database: ClickHouseClient,
  { ours, theirs }: PeerQuestion,
  requests: number,
): Promise<Compared> {
  const taken = { ours: [] as number[], page: [] as number[], counted: [] as number[] };
  for (let turn = 0; turn < WARM_UP + requests; turn += 1) {
    const { page, count } = theirs(turn);
    const own = await timedGet(call, ours(turn));
    const paged = page === undefined ? 0 : await timed(() => readPage(database, page));
    const counted = count === undefined ? 0 : await timed(() => answer(database, count));
    if (turn < WARM_UP) continue;
    taken.ours.push(own);
    if (page !== undefined) taken.page.push(paged);
    if (count !== undefined) taken.counted.push(paged + counted);
  }
  const mine = median(taken.ours);
  const [page, counted] = [median(taken.page), median(taken.counted)];
  return {
    ours: round(mine),
    ...(taken.page.length > 0 && { page: round(page), pageRatio: ratio(mine, page) }),
    ...(taken.counted.length > 0 && { counted: round(counted), countedRatio: ratio(mine, counted) }),
  };
}
