import { describe, expect, it } from '@jest/globals';
import { rowsOf } from './figures.ts';
import { cellsOf, outcomeOf } from './outcome.ts';
import { PLAN } from './plan.ts';
import { type Target, TARGETS } from './targets.ts';

const target: Target = {
  benchmark: 'start',
  title: 'ready',
  unit: 's',
  wanted: 4.5,
  of: ({ ready }) => (ready as { seconds: number }).seconds,
};

describe('a target', () => {
  it.each([
    ['at the bound', { ready: { seconds: 4.5 } }, false, 'reached'],
    ['above the bound', { ready: { seconds: 4.6 } }, false, 'missed'],
    ['above a least value', { ready: { seconds: 4.6 } }, true, 'reached'],
    ['below a least value', { ready: { seconds: 4.4 } }, true, 'missed'],
    ['not a number', { ready: { seconds: Number.NaN } }, false, 'not measured'],
    ['of another shape', {}, false, 'not measured'],
    ['of a benchmark that did not end', undefined, false, 'not measured'],
  ])('%s: %#', (_, written, isAtLeast, verdict) => {
    expect(cellsOf(outcomeOf({ ...target, isAtLeast }, written)).at(-1)).toBe(verdict);
  });

  it('shows the value before', () => {
    expect(cellsOf(outcomeOf(target, { ready: { seconds: 4 } }), 14.7)).toEqual([
      'ready',
      'at most 4.5 s',
      '4',
      '14.7',
      'reached',
    ]);
  });

  it('keeps its row when a later run does not measure it, and its place', () => {
    const [ready, other] = [
      ['ready', 'at most 4.5 s', '4', '', 'reached'],
      ['other', 'at most 1 s', '', '', 'not measured'],
    ];
    const before = { parts: [{}, { rows: [ready, other] }], values: { ready: 4 } };
    expect(rowsOf([outcomeOf(target, undefined)], before)).toEqual([ready, other]);
    const measured = ['ready', 'at most 4.5 s', '5', '4', 'missed'];
    expect(rowsOf([outcomeOf(target, { ready: { seconds: 5 } })], before)).toEqual([measured, other]);
  });

  it('belongs to a benchmark of the plan, which takes 40 minutes at most', () => {
    const names = new Set(PLAN.map(({ name }) => name));
    expect(TARGETS.filter(({ benchmark }) => !names.has(benchmark))).toEqual([]);
    expect(PLAN.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(40);
  });
});
