import { expect, it } from '@jest/globals';
import type { LiveMeasured } from './live.ts';
import { ingestTable, liveTable } from './report.ts';

const cellsOf = (table: string): string[][] => table.split('\n').map((line) => line.trim().split(/ {2,}/));

it('ingest: medians of the rounds, beside those of one process', () => {
  const measured = (rate: number, ofIngest: number, ofClickHouse: number) => ({
    rate,
    micros: ofIngest + ofClickHouse,
    ofIngest,
    ofClickHouse,
  });
  const all = new Map([
    [1, [measured(9_000, 25, 15), measured(10_000, 20, 20), measured(90_000, 15, 25)]],
    [4, [measured(8_000, 60, 20), measured(5_000, 70, 30), measured(1_000, 80, 40)]],
  ]);
  expect(cellsOf(ingestTable(all)).slice(1)).toEqual([
    ['1', '10,000 (1.00)', '40 (1.00)', '20 (1.00)', '20 (1.00)'],
    ['4', '5,000 (0.50)', '100 (2.50)', '70 (3.50)', '30 (1.50)'],
  ]);
});

it('live: what was lost in any round is counted, and how the frames were divided is shown', () => {
  const measured: LiveMeasured = {
    viewers: 10,
    rate: 50,
    seconds: 2,
    p50: 5,
    p95: 10,
    p99: 20,
    planned99: 21,
    late99: 1,
    missed: 0,
    skipped: 1,
    doubled: 0,
    foreign: 0,
    frames: 1_000,
    costs: 300,
    busy: 2,
    shares: [1],
  };
  const two = { ...measured, p99: 30, missed: 2, shares: [0.4, 0.6] };
  const all = new Map([
    [1, [measured, measured, measured]],
    [2, [two, two, { ...two, missed: 0 }]],
  ]);
  expect(cellsOf(liveTable(all)).slice(1)).toEqual([
    ['1', '1,000 (1.00)', '20 (1.00)', '300 (1.00)', '0', '3', '0', '100 %'],
    ['2', '1,000 (1.00)', '30 (1.50)', '300 (1.00)', '4', '3', '0', '40 %, 60 %'],
  ]);
});
