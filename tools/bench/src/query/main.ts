import { caller } from '@portico/testkit';
import { ready, withBenchStack } from '../bench-stack.ts';
import { command } from '../command.ts';
import { publishDirectory, whileEventsArrive } from '../publishing.ts';
import { timed, type Times, warmUp } from '../requests.ts';
import { loadEvents, tracesOf } from '../rows.ts';
import { ratio, round } from '../statistics.ts';
import { type Cell, printTable, say, thousands } from '../table.ts';
import { measureCrowd, measureFairness, publishViewers } from './crowd.ts';
import { type Answered, measure } from './measure.ts';
import { questionsOf } from './questions.ts';
import { measureTargets, printTargets, type Targets } from './targets.ts';

const DATABASE = 'query';

export default command({
  summary: `
Loads rows and measures each question of the event console through the gateway, idle and while events arrive, in turns with the
bare statement of ClickHouse and with a service that keeps no counts in memory (uncached). Then 100 members ask for their first
page at once, and an administrator lists while one customer exports. First come the targets: what a user waits for who asks
alone after 2 s of silence, and 50 tenants at once. --rate: events a second that arrive; 0 measures idle only. --targets: these alone.`,
  options: { rows: 10_000_000, requests: 40, rate: 2_000, targets: false },
  run: ({ rows, requests, rate, targets: onlyTargets }) =>
    withBenchStack(async (stack) => {
      const { tokens } = stack;
      const events = await stack.startService(DATABASE);
      const uncachedEvents = await stack.startService(DATABASE, {
        EVENTS_ROLES: 'queries',
        EVENTS_COUNTS_IN_MEMORY: '0',
      });
      const [gateway, uncached] = await Promise.all([
        stack.startGateway(events.url),
        stack.startGateway(uncachedEvents.url),
      ]);
      await stack.publish(publishDirectory);
      await stack.publish(publishViewers);
      await Promise.all([events, uncachedEvents].map(ready));
      const database = stack.database(DATABASE);
      const loadSeconds = round((await timed(() => loadEvents(database, rows))) / 1_000);
      say(`loaded in ${loadSeconds} s, merging`);
      await stack.merged();
      const questions = questionsOf(rows, await tracesOf(database, rows));
      const askAll = async () => {
        // Sign a new token, because loading may take longer than the lifetime of a token.
        const token = await tokens.sign();
        const calls = { gateway: caller(gateway.url, token), uncached: caller(uncached.url, token) };
        const answered = await measure(calls, database, questions, requests);
        const crowd = {
          gateway: await measureCrowd(gateway.url, tokens),
          uncached: await measureCrowd(uncached.url, tokens),
        };
        return { answered, crowd };
      };
      await warmUp(tokens, [gateway.url, uncached.url]);
      const urls = { gateway: gateway.url, uncached: uncached.url };
      const askTargets = () => measureTargets(urls, tokens, requests);
      say('idle targets');
      const targets = { idle: await askTargets(), busy: undefined as Targets | undefined };
      printTargets('idle', 'idle', targets.idle);
      if (rate > 0) {
        targets.busy = await whileEventsArrive(stack.brokers, rate, askTargets);
        printTargets(`${thousands(rate)} events a second`, 'busy', targets.busy);
      }
      if (onlyTargets) return { loadSeconds, targets };
      say('idle');
      const idle = await askAll();
      const fairness = await measureFairness(gateway.url, tokens);
      const busy = rate > 0 ? await whileEventsArrive(stack.brokers, rate, askAll) : undefined;
      print('idle', idle);
      if (busy) print(`${thousands(rate)} events a second`, busy);
      const { besideExports } = fairness;
      printTable(
        ["an administrator's list, ms", 'p50', 'p95', 'ratio to idle'],
        [
          ['idle', fairness.idle.p50, fairness.idle.p95, 1],
          ['one customer exports', besideExports.p50, besideExports.p95, fairness.ratio],
        ],
      );
      return { loadSeconds, targets, idle, busy, fairness };
    }),
});

type Asked = { answered: Record<string, Answered>; crowd: { gateway: Times; uncached: Times } };

function print(title: string, { answered, crowd }: Asked): void {
  const rows = Object.entries(answered).map(([kind, one]): Cell[] => [
    kind,
    ...[one.gateway, one.uncached, one.clickhouse].flatMap(({ p50, p95 }) => [p50, p95]),
    one.toUncached,
    one.ratio,
  ]);
  const { gateway, uncached } = crowd;
  const toUncached = ratio(gateway.p50, uncached.p50);
  const all = [gateway.p50, gateway.p95, uncached.p50, uncached.p95, undefined, undefined, toUncached];
  const columns = [
    'gateway p50',
    'p95',
    'uncached p50',
    'p95',
    'ClickHouse p50',
    'p95',
    'to uncached',
    'to ClickHouse',
  ];
  printTable([`${title}, ms`, ...columns], [...rows, ['first page of 100 members at once', ...all]]);
}
