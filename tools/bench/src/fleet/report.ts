import type { IngestMeasured } from '../ingest-processes.ts';
import { median, round } from '../statistics.ts';
import type { LiveMeasured } from './live.ts';

/** What was measured with a number of processes, in each round. */
export type ByProcesses<Measured> = ReadonlyMap<number, readonly Measured[]>;

const line = (...cells: (string | number)[]): string =>
  cells.map((cell, index) => (index === 0 ? `${cell}`.padEnd(12) : `${cell}`.padStart(16))).join('');
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** `value (ratio)`: the median of the rounds, beside that of one process. */
const compared = <Measured>(
  all: ByProcesses<Measured>,
  count: number,
  pick: (one: Measured) => number,
  digits = 0,
): string => {
  const of = (processes: number): number => median((all.get(processes) ?? []).map(pick));
  return `${round(of(count), digits).toLocaleString('en')} (${(of(count) / of(1)).toFixed(2)})`;
};

export const ingestTable = (all: ByProcesses<IngestMeasured>): string =>
  [
    line('processes', 'events/s', 'µs/event', 'of ingest', 'of ClickHouse'),
    ...[...all.keys()].map((count) =>
      line(
        count,
        compared(all, count, ({ rate }) => rate),
        compared(all, count, ({ micros }) => micros, 1),
        compared(all, count, ({ ofIngest }) => ofIngest, 1),
        compared(all, count, ({ ofClickHouse }) => ofClickHouse, 1),
      ),
    ),
  ].join('\n');

export const liveTable = (all: ByProcesses<LiveMeasured>): string =>
  [
    line('processes', 'frames', 'p99, ms', 'µs/event', 'missed', 'not shown', 'doubled', 'shares'),
    ...[...all].map(([count, some]) => {
      const sum = (pick: (one: LiveMeasured) => number): number => some.reduce((before, one) => before + pick(one), 0);
      return line(
        count,
        compared(all, count, ({ frames }) => frames),
        compared(all, count, ({ p99 }) => p99, 1),
        compared(all, count, ({ costs }) => costs),
        sum(({ missed }) => missed),
        sum(({ skipped }) => skipped),
        sum(({ doubled }) => doubled),
        (some.at(-1)?.shares ?? []).map(percent).join(', '),
      );
    }),
  ].join('\n');
