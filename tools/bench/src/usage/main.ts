import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { EventUsage } from '@portico/contracts/http/event-usage';
import { type Call, caller, read } from '@portico/testkit';
import { ready, withBenchStack } from '../bench-stack.ts';
import { command } from '../command.ts';
import { processorSecondsOf } from '../processes.ts';
import { publishDirectory } from '../publishing.ts';
import { timesOf } from '../requests.ts';
import { inTurns, median, round } from '../statistics.ts';
import { printTable, say } from '../table.ts';

const PUBLISHER = fileURLToPath(new URL('../query/publish-steadily.ts', import.meta.url));
/** Milliseconds between two questions of one meter, as the orgs service asks. */
const PAUSE = 3_000;
const METERS = 10;
type Meter = { where: string; measure: string; field?: string };

/** Half of those that are not `distinct` count events, the others sum. */
const metersWith = (distinct: number): Meter[] =>
  Array.from({ length: METERS }, (_, index) => {
    const where = `status:SUCCESS details.payrun.id:>${index}`;
    if (index < distinct) return { where, measure: 'distinct', field: 'payrun.id' };
    return index % 2 === 0 ? { where, measure: 'events' } : { where, measure: 'sum', field: 'payrun.employees' };
  });

export default command({
  summary: `
Measures what meters cost the ingest, and how old a used count is: --rate events a second arrive, and ten meters (events and sums,
--distinct of them distinct values) are asked every 3 s as the orgs service asks, in turns with none. A count's age is the longest that an event waited for
the answer that has it; the statement in PostgreSQL that follows is not in it. --seconds: of one round.`,
  options: { rate: 2_000, seconds: 30, rounds: 3, distinct: 3 },
  run: ({ rate, seconds, rounds, distinct }) =>
    withBenchStack(async (stack) => {
      const service = await stack.startService('usage');
      await stack.publish(publishDirectory);
      await ready(service);
      const call = caller(service.url, await stack.tokens.sign({ expiresIn: '1 hour' }));
      const publisher = fork(PUBLISHER, [stack.brokers, String(rate)]);
      try {
        await once(publisher, 'message');
        await sleep(10_000);
        const began = new Date().toISOString();
        const pids = [service.pid, stack.clickhousePid];
        const measured = await inTurns(rounds, {
          metered: () => measure(pids, seconds, metersWith(distinct), call, began),
          without: () => measure(pids, seconds, [], call, began),
        });
        return print(measured, rate);
      } finally {
        publisher.kill();
      }
    }),
});

type Measured = { processorSeconds: number; seconds: number; ages: number[] };

async function measure(
  pids: readonly number[],
  seconds: number,
  meters: readonly Meter[],
  call: Call,
  began: string,
): Promise<Measured> {
  const [before, from] = [await processorSecondsOf(pids), performance.now()];
  const until = Date.now() + seconds * 1_000;
  const ages = await Promise.all(meters.map((meter) => ask(call, meter, began, until)));
  await sleep(Math.max(0, until - Date.now()));
  return {
    processorSeconds: (await processorSecondsOf(pids)) - before,
    seconds: (performance.now() - from) / 1_000,
    ages: ages.flat(),
  };
}

/** Ages of a meter's counts, in milliseconds. */
async function ask(call: Call, meter: Meter, began: string, until: number): Promise<number[]> {
  const ages: number[] = [];
  let countedTo: string | null = null;
  while (Date.now() < until) {
    const arrivedFrom: string = meter.measure === 'distinct' ? began : (countedTo ?? began);
    const search = new URLSearchParams({ ...meter, arrivedFrom, arrivedTo: new Date().toISOString() });
    const answer = await read<EventUsage>(call, `/events/usage?${search.toString()}`);
    if (countedTo !== null) ages.push(Date.now() - Date.parse(countedTo));
    ({ countedTo } = answer);
    await sleep(PAUSE);
  }
  return ages;
}

function print({ metered, without }: Record<'metered' | 'without', Measured[]>, rate: number) {
  const costOf = (one: Measured): number => (one.processorSeconds / one.seconds / rate) * 1e6;
  const costs = [metered, without].map((all) => round(median(all.map(costOf))));
  const ratio = round(median(metered.map((one, index) => costOf(one) / costOf(without[index] ?? one))), 3);
  const ages = timesOf(metered.flatMap((one) => one.ages));
  const oldest = Math.max(...metered.flatMap((one) => one.ages));
  printTable(['', 'with 10 meters', 'without', 'ratio'], [['processor, µs an event', ...costs, ratio]]);
  printTable(
    ['age of a used count, s', 'p50', 'p95', 'most'],
    [['', ...[ages.p50, ages.p95, oldest].map((ms) => round(ms / 1_000))]],
  );
  say(`${metered.length} rounds each, in turns`);
  return { costs, ratio, ages: { ...ages, oldest }, rounds: { metered, without } };
}
