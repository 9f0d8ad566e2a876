import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { EventUsage } from '@portico/contracts/http/event-usage';
import { type Call, caller } from '@portico/testkit';
import { ready, withBenchStack } from '../bench-stack.ts';
import { command } from '../command.ts';
import { processorSecondsOf } from '../processes.ts';
import { publishDirectory, whileEventsArrive } from '../publishing.ts';
import { timesOf } from '../requests.ts';
import { inTurns, median, round } from '../statistics.ts';
import { printTable, say } from '../table.ts';

const INTERVAL_MS = 3_000;
type Meter = { where: string; measure: string; field?: string };

/** Three meters count distinct values. The others alternately add values and count events. */
const METERS = Array.from({ length: 10 }, (_, index): Meter => {
  const where = `status:SUCCESS details.payrun.id:>${index}`;
  if (index < 3) return { where, measure: 'distinct', field: 'payrun.id' };
  return index % 2 === 0 ? { where, measure: 'events' } : { where, measure: 'sum', field: 'payrun.employees' };
});

export default command({
  summary: `
Measures what meters cost the ingest, and how old a used count is: --rate events a second arrive, and ten meters (three of distinct
values, the others of events and sums) are asked every 3 s as the orgs service asks, in turns with none. A count's age is the longest that an event waited for
the answer that has it; the statement in PostgreSQL that follows is not in it. With a --rate that the ingest does not keep up with, the
stored events are its throughput. --seconds: of one round.`,
  options: { rate: 2_000, seconds: 30, rounds: 3 },
  run: ({ rate, seconds, rounds }) =>
    withBenchStack(async (stack) => {
      const service = await stack.startService('usage');
      await stack.publish(publishDirectory);
      await ready(service);
      const call = caller(service.url, await stack.tokens.sign({ expiresIn: '1 hour' }));
      return whileEventsArrive(stack.brokers, rate, async () => {
        await sleep(10_000);
        const pids = [service.pid, stack.clickhousePid];
        const clickhouse = stack.database('usage');
        const measured = await inTurns(rounds, {
          metered: () => measure(pids, clickhouse, seconds, METERS, call),
          without: () => measure(pids, clickhouse, seconds, [], call),
        });
        return print(measured);
      });
    }),
});

type Measured = { processorSeconds: number; stored: number; seconds: number; ages: number[] };

const storedIn = async (clickhouse: ClickHouseClient): Promise<number> => {
  const answer = await clickhouse.query({
    query: 'SELECT count() AS rows FROM integration_events',
    format: 'JSONEachRow',
  });
  return Number((await answer.json<{ rows: string }>())[0]?.rows);
};

async function measure(
  pids: readonly number[],
  clickhouse: ClickHouseClient,
  seconds: number,
  meters: Meter[],
  call: Call,
): Promise<Measured> {
  const [storedBefore, before, from] = [await storedIn(clickhouse), await processorSecondsOf(pids), performance.now()];
  const until = Date.now() + seconds * 1_000;
  const ages = meters.length === 0 ? [] : await ask(call, meters, until);
  await sleep(Math.max(0, until - Date.now()));
  return {
    processorSeconds: (await processorSecondsOf(pids)) - before,
    stored: (await storedIn(clickhouse)) - storedBefore,
    seconds: (performance.now() - from) / 1_000,
    ages,
  };
}

/** Requests the usage of all meters until `until`. Returns the age of each result in milliseconds. */
async function ask(call: Call, questions: Meter[], until: number): Promise<number[]> {
  const ages: number[] = [];
  let arrivedFrom = new Date().toISOString();
  while (Date.now() < until) {
    const body = { questions, arrivedFrom, arrivedTo: new Date().toISOString(), adding: true };
    const answer = await call('POST', '/events/usage', body);
    if (answer.status !== 200) throw new Error(`the events service answered ${answer.status}`);
    const { countedTo } = answer.body as EventUsage;
    if (countedTo > arrivedFrom) {
      ages.push(Date.now() - Date.parse(arrivedFrom));
      arrivedFrom = countedTo;
    }
    await sleep(INTERVAL_MS);
  }
  return ages;
}

function print({ metered, without }: Record<'metered' | 'without', Measured[]>) {
  const compare = (pick: (one: Measured) => number) => ({
    both: [metered, without].map((all) => round(median(all.map(pick)))),
    ratio: round(median(metered.map((one, index) => pick(one) / pick(without[index] ?? one))), 3),
  });
  const costs = compare(({ processorSeconds, stored }) => (processorSeconds / stored) * 1e6);
  const throughput = compare(({ stored, seconds }) => stored / seconds);
  const ages = timesOf(metered.flatMap((one) => one.ages));
  const oldest = Math.max(...metered.flatMap((one) => one.ages));
  printTable(
    ['', 'with 10 meters', 'without', 'ratio'],
    [
      ['processor, µs an event', ...costs.both, costs.ratio],
      ['stored events a second', ...throughput.both, throughput.ratio],
    ],
  );
  printTable(
    ['age of a used count, s', 'p50', 'p95', 'most'],
    [['', ...[ages.p50, ages.p95, oldest].map((ms) => round(ms / 1_000))]],
  );
  say(`${metered.length} rounds each, in turns`);
  return { costs, throughput, ages: { ...ages, oldest }, rounds: { metered, without } };
}
