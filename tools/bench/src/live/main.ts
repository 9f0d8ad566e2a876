import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { partsOf } from '@portico/stack';
import type { ServiceProcess } from '@portico/testkit';
import { type BenchStack, ready, withBenchStack } from '../bench-stack.ts';
import { command } from '../command.ts';
import { publishDirectory } from '../publishing.ts';
import { inTurns, median, ratio, round } from '../statistics.ts';
import { type Cell, printTable, say } from '../table.ts';
import { answerOf, type Load, type LoadFigures, underLoad, type Watched } from './live-load.ts';
import { measureMemoryUnderLoad } from './memory-under-load.ts';
import { measureViewerMemory } from './viewer-memory.ts';

const BROADCAST = fileURLToPath(new URL('ws-broadcast.ts', import.meta.url));
const DATABASE = 'live';
/** Id of a user who may see organization 1. */
const MEMBER = 5;
/** Load before the measurements, so that code is compiled and memory allocated. */
const WARM_UP: Load = { rate: 1_000, seconds: 3, viewers: 1 };
/** Events per second in the load with many viewers. */
const MANY_RATE = 200;
/** A load with fewer events per second than this lasts four times as long, so that it has enough events. */
const FEW = 100;

export default command({
  summary: `
Measures the milliseconds from sending an event to a viewer's socket, at several rates to one viewer and at ${MANY_RATE} events a
second to many, in turns with a plain WebSocket broadcast of the same topic, and the memory of a viewer. Viewers have a processor
of their own where there is taskset. --viewers 0 leaves the many out. --minutes holds the first rate with one viewer instead, and prints the resident memory of each process every 30 seconds.`,
  options: {
    seconds: 8,
    rates: '10,1000,5000,20000',
    viewers: 1_000,
    rounds: 1,
    minutes: 0,
  },
  run: (options) =>
    withBenchStack(async (stack) => {
      const { kafka } = stack;
      // Start the same processes as `npm start`. With two or more processors, a second process stores events.
      const [sockets, stores] = partsOf()
        .filter(({ app }) => app === 'events')
        .map(({ roles }): Record<string, string> => (roles === undefined ? {} : { EVENTS_ROLES: roles }));
      const service = await stack.startService(DATABASE, sockets);
      const ingest = stores && (await stack.startService(DATABASE, stores));
      await stack.publish(async (publisher) => {
        await publishDirectory(publisher);
        await publisher.membership(1, { userId: MEMBER, organizationId: 1 });
      });
      const watched = async (): Promise<Watched> => ({ ...(await watch(stack, service)), ingest: ingest?.pid });
      const { minutes } = options;
      if (minutes > 0) {
        const processes = {
          events: service.pid,
          ...(ingest && { ingest: ingest.pid }),
          kafka: stack.kafkaPid,
          clickhouse: stack.clickhousePid,
        };
        const [{ rate } = WARM_UP] = loadsOf(options);
        return { rate, memory: await measureMemoryUnderLoad(kafka, watched, processes, { rate, minutes }) };
      }
      const portico = await watched();
      const broadcast = fork(BROADCAST, [stack.brokers]);
      const plain: Watched = { url: (await answerOf(broadcast)) as string, pid: broadcast.pid ?? 0 };
      for (const watched of [portico, plain]) await underLoad(kafka, watched, WARM_UP);
      const figures: { load: Load; portico: LoadFigures[]; plain: LoadFigures[] }[] = [];
      for (const load of loadsOf(options)) {
        say(`${load.rate} events a second to ${load.viewers}`);
        const measured = await inTurns(options.rounds, {
          portico: () => underLoad(kafka, portico, load),
          plain: () => underLoad(kafka, plain, load),
        });
        figures.push({ load, ...measured });
      }
      broadcast.disconnect();
      await Promise.all([service.stop(), ingest?.stop()]);
      print(figures);
      const { viewers } = options;
      if (viewers === 0) return { figures };
      const memory = await measureViewerMemory(stack, DATABASE, viewers, (one) => watch(stack, one));
      printTable(
        ['a viewer after a garbage collection', 'heap and buffers, KiB', 'process, KiB'],
        [['', memory.held, memory.resident]],
      );
      return { figures, memory };
    }),
});

function loadsOf({ rates, seconds, viewers }: { rates: string; seconds: number; viewers: number }): Load[] {
  const toOne = rates.split(',').map((text): Load => {
    const rate = Number(text);
    return { rate, seconds: rate < FEW ? 4 * seconds : seconds, viewers: 1 };
  });
  return viewers > 0 ? [...toOne, { rate: MANY_RATE, seconds, viewers }] : toOne;
}

async function watch({ tokens }: BenchStack, service: ServiceProcess): Promise<Watched> {
  await ready(service);
  const [admin, member] = await Promise.all([tokens.sign(), tokens.sign({ id: MEMBER, usertype: 'CLIENT' })]);
  return { url: service.url, pid: service.pid, admin, member };
}

function print(figures: readonly { load: Load; portico: LoadFigures[]; plain: LoadFigures[] }[]): void {
  const row = (name: string, { rate, viewers }: Load, rounds: readonly LoadFigures[], toPlain: number): Cell[] => {
    const medianOf = (pick: (one: LoadFigures) => number): number => round(median(rounds.map(pick)));
    const sumOf = (pick: (one: LoadFigures) => number): number => rounds.reduce((sum, one) => sum + pick(one), 0);
    return [
      name,
      rate,
      viewers,
      medianOf(({ p50 }) => p50),
      medianOf(({ p95 }) => p95),
      medianOf(({ p99 }) => p99),
      toPlain,
      medianOf(({ planned99 }) => planned99),
      medianOf(({ late99 }) => late99),
      sumOf(({ missed }) => missed),
      sumOf(({ skipped }) => skipped),
      sumOf(({ doubled }) => doubled),
      sumOf(({ foreign }) => foreign),
      medianOf(({ costs }) => costs),
    ];
  };
  const columns = ['p50', 'p95', 'p99', 'ratio', 'planned p99', 'publisher late p99'];
  const faults = ['missed', 'not shown', 'doubled', 'foreign'];
  printTable(
    ['milliseconds', 'events/s', 'viewers', ...columns, ...faults, 'µs/event'],
    figures.flatMap(({ load, portico, plain }) => {
      const ratios = portico.map(({ p99 }, round) => p99 / (plain[round]?.p99 ?? Number.NaN));
      return [row('Portico', load, portico, ratio(median(ratios), 1)), row('plain ws', load, plain, 1)];
    }),
  );
}
