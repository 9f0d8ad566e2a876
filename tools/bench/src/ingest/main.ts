import { ready, withBenchStack } from '../bench-stack.ts';
import { command } from '../command.ts';
import { publishDirectory, publishMixed, withProducer } from '../publishing.ts';
import { inTurns, median, round } from '../statistics.ts';
import { type Cell, printTable, say, thousands } from '../table.ts';
import { type Cost, measureDirect, measureDiscarding } from './baselines.ts';
import { measureService, type Stored } from './service.ts';

/** Maximum number of events that a baseline processes, because it keeps all of them in memory. */
const MAX_OF_BASELINES = 1_000_000;

export default command({
  summary: `
Measures the processor time of an event from Kafka into ClickHouse, in turns with a process that reads and judges the same events
and discards them, and with one that inserts the same rows, ready as blocks. Node's flags are those of npm start.
--events: of one round; 10000000 with --rounds 1 shows whether memory stays flat.`,
  options: { events: 200_000, rounds: 4 },
  run: ({ events, rounds }) =>
    withBenchStack(async (stack) => {
      // The service creates the topics and the tables.
      const service = await stack.startService('ingest');
      await stack.publish(publishDirectory);
      await ready(service);
      await service.stop();
      let starts = '';
      const some = Math.min(events, MAX_OF_BASELINES);
      const costs = await inTurns(
        rounds,
        {
          stored: () => measureService(stack, events),
          discarded: () => measureDiscarding(stack, some, starts),
          inserted: () => measureDirect(stack, some, starts),
        },
        async (round) => {
          say(`round ${round + 1} of ${rounds}: publishing ${thousands(events)} events`);
          starts = await stack.logEnds();
          await withProducer(stack.kafka, (producer) => publishMixed(producer, events, round));
        },
      );
      print(costs);
      return { rounds: costs };
    }),
});

const perCoreSecond = ({ events, cpuSeconds }: Cost): number => events / cpuSeconds;
const perSecond = ({ events, seconds }: Cost): number => events / seconds;

function print({ stored, discarded, inserted }: { stored: Stored[]; discarded: Cost[]; inserted: Cost[] }): void {
  const row = (title: string, costs: readonly Cost[]): Cell[] => {
    const ratios = costs.map((cost, round) => perCoreSecond(stored[round] ?? cost) / perCoreSecond(cost));
    const [core, wall] = [perCoreSecond, perSecond].map((rate) => thousands(Math.round(median(costs.map(rate)))));
    return [title, core, wall, round(median(ratios), 2)];
  };
  printTable(
    [`median of ${stored.length} rounds`, 'a core-second', 'a second', 'stored beside it'],
    [
      row('read, judged, looked up, stored', stored),
      row('read, judged, discarded', discarded),
      row('ready rows inserted', inserted),
    ],
  );
  const micros = (pick: (cost: Stored) => number): number =>
    round(median(stored.map((cost) => (pick(cost) / cost.events) * 1e6)));
  const last = stored.at(-1);
  printTable(
    ['stored', ''],
    [
      ['service, µs an event', micros((cost) => cost.serviceSeconds)],
      ['ClickHouse, µs an event', micros((cost) => cost.clickhouseSeconds)],
      ['rejected in the last round', last?.rejected],
      ['duplicates in the last round', last?.duplicates],
      ['service after a tenth, MiB', last?.memory.early],
      ['at the end, MiB', last?.memory.last],
      ['at most, MiB', last?.memory.most],
    ],
  );
}
