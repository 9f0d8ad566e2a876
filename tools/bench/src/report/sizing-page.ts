import { ASSUMED, BOUNDS, COSTS } from './costs.ts';
import { nextBreak, type Size, sizeOf } from './sizes.ts';

const FACTORS = [1, 10, 100, 1_000];

const number = (value: number): string =>
  Number.isFinite(value) ? Number(value.toPrecision(2)).toLocaleString('en') : 'cannot';
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (columns: readonly string[], rows: readonly string[][]): string =>
  [row(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(row)].join('\n');

const sizes = FACTORS.map(sizeOf);
const line = (name: string, pick: (size: Size) => string): string[] => [name, ...sizes.map(pick)];

const needs = table(
  ['', ...FACTORS.map((factor) => (factor === 1 ? 'one' : `${factor.toLocaleString('en')}×`))],
  [
    line('events a second, average (peak)', ({ average, peak }) => `${number(average)} (${number(peak)})`),
    line('people watching', ({ viewers }) => number(viewers)),
    line('ingest processes', ({ ingestProcesses }) => number(ingestProcesses)),
    line('live processes', ({ liveProcesses }) => number(liveProcesses)),
    line('ClickHouse, cores', ({ clickhouseCores }) => number(clickhouseCores)),
    line('ClickHouse, TB on the disk', ({ clickhouseTB }) => number(clickhouseTB)),
    line('Kafka, GB on disks', ({ kafkaGB }) => number(kafkaGB)),
    line('Kafka, MB a second to readers', ({ kafkaMBASecond }) => number(kafkaMBASecond)),
    line("memory of Portico's processes, GiB", ({ memoryGiB }) => number(memoryGiB)),
    line('broken by then', ({ breaks }) => breaks.map(({ what }) => what).join('; ') || 'nothing'),
    line('breaks next, at a peak of', (size) => {
      const next = nextBreak(size);
      return next === undefined ? '' : `${number(next.at)}: ${next.what}`;
    }),
  ],
);

const carried = table(
  ['breaks', 'at a peak of, events a second', 'what carries it'],
  sizeOf(Number.MAX_SAFE_INTEGER).breaks.map(({ at, what, carries }) => [what, number(at), carries]),
);

export const sizingPage = (): string => `# Sizes

Computed by \`npm run bench -- report\` from costs measured on 2 cores ([benchmarks](../benchmarks.md)); nothing of it was run at that size.
Another load: change \`ASSUMED\` in \`tools/bench/src/report/costs.ts\` and run it again.

${needs}

**Assumed:** ${ASSUMED.eventsASecond} events a second and ${ASSUMED.viewers} people watching, times the factor; a peak of ${ASSUMED.peak} times the average; ${ASSUMED.seenASecond} events a second that a person's filter lets through; a list every ${ASSUMED.listEvery} s for each; ${ASSUMED.bytesInKafka} bytes an event in Kafka, ${ASSUMED.replicas} copies, ${ASSUMED.kafkaDays} days; ${ASSUMED.retentionDays} days in ClickHouse; processes at most ${ASSUMED.utilization * 100} % busy. At least two of each process, so that one may end.

**Measured:** an event costs the service ${COSTS.storeEvent} µs and ClickHouse ${COSTS.insertEvent} µs of processor time; a live process ${COSTS.readLive} µs to read and pass over, and ${COSTS.sendLive} µs for each viewer who sees it; a list some ${COSTS.list / 1_000} ms of ClickHouse; a row ${COSTS.bytesStored} bytes; a viewer ${COSTS.viewer} KiB; a process that stores events up to ${COSTS.eventsProcess} MiB, another service ${COSTS.otherProcess} MiB. These are costs where one process does the work. Several on the same two cores take more for an event; the table leaves that out.

## What breaks, and what carries it

${carried}

The chain of inserts is computed from its steps (${number(BOUNDS.insertChain)} events a second), and the size of one server is a habit; the other limits follow from the costs. PostgreSQL and the gateway are no part of the table: organizations, users and settings change rarely, and two processes of each service carry what people ask for. A member of very many organizations, or an administrator of 100,000 integrations, is limited by the directory that each events process holds in memory: some 1.2 KiB an integration with its members.
`;
