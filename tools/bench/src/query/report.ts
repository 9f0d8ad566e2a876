import { machine } from '../report.ts';
import type { Answered, Times } from './measure.ts';

export type QueryFigures = {
  rows: number;
  loadSeconds: number;
  /** Events a second. */
  rate: number;
  requests: number;
  idle: Record<string, Answered>;
  /** Of viewers who ask for the first page at once: with counts in memory, and without. */
  crowd: { gateway: Times; before: Times };
  busy: Record<string, Answered>;
};

const thousands = (value: number): string => value.toLocaleString('en');
const times = ({ p50, p95, p99 }: Times): string => [p50, p95, p99].map((time) => String(time).padStart(9)).join('');

/** Above the three figures of each. */
const HEADS = ['gateway', 'no counts', 'ClickHouse'].map((name) => `${name} p50 p95 p99`.padStart(30));

export const toLine = (kind: string, { gateway, before, bare, ratio, toBefore }: Answered): string =>
  `  ${kind.padEnd(26)}${[gateway, before, bare].map(times).join('   ')}${[toBefore, ratio].map((one) => String(one).padStart(9)).join('')}`;

/** The figures for people. */
export function toTable({ rows, loadSeconds, rate, requests, idle, crowd, busy }: QueryFigures): string {
  const part = (title: string, answered: Record<string, Answered>): string[] => [
    '',
    title,
    `  ${''.padEnd(26)}${HEADS.join('')}  to before  to bare`,
    ...Object.entries(answered).map(([kind, one]) => toLine(kind, one)),
  ];
  return [
    `${machine()}; ${thousands(rows)} rows loaded in ${loadSeconds} s, ${requests} requests of each kind, milliseconds`,
    ...part('idle', idle),
    '',
    'first page of 100 viewers who ask at once',
    `  ${'in turns'.padEnd(26)}${times(crowd.gateway)}   ${times(crowd.before)}`,
    ...(rate > 0 ? part(`while ${thousands(rate)} events a second arrive`, busy) : []),
    '',
  ].join('\n');
}
