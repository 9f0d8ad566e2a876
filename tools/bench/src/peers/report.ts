import { machine } from '../report.ts';
import type { Disk } from './log-table.ts';
import type { Compared } from './measure.ts';

export const header = (rows: number, requests: number): string =>
  [
    `${machine()}; ${rows.toLocaleString('en')} rows, ${requests} requests of each kind, medians in milliseconds`,
    `  ${'ratio: ours by theirs'.padEnd(32)}${'ours'.padStart(8)}${'page'.padStart(10)}${'ratio'.padStart(8)}${'counted'.padStart(10)}${'ratio'.padStart(8)}`,
    '',
  ].join('\n');

const cell = (value: number | undefined, width: number): string => String(value ?? '').padStart(width);
export const toLine = (kind: string, { ours, page, pageRatio, counted, countedRatio }: Compared): string =>
  `  ${kind.padEnd(32)}${cell(ours, 8)}${cell(page, 10)}${cell(pageRatio, 8)}${cell(counted, 10)}${cell(countedRatio, 8)}`;

export const toDisk = (ours: Disk, theirs: Disk, ratio: number): string =>
  `disk, MiB (indexes): ours ${ours.mebibytes} (${ours.indexes}), theirs ${theirs.mebibytes} (${theirs.indexes}), ratio ${ratio}`;
