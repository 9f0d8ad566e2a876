import { describe, expect, it } from '@jest/globals';
import { eventAt } from '../../../../testing/fixtures.ts';
import { stepsOf } from './steps.ts';

const at = (milliseconds: number) =>
  eventAt(0, { timestamp: new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString() });
const read = (...times: number[]) => stepsOf(times.map(at)).map(({ after, took, isGap }) => [after, took, isGap]);

describe('the steps of a trace', () => {
  it('show the time since the start, and since the previous step', () => {
    expect(read(0, 40, 40, 1_540)).toEqual([
      [0, 0, false],
      [40, 40, false],
      [40, 0, false],
      [1_540, 1_500, true],
    ]);
  });

  it('mark long waits as gaps, unless the trace has only two events', () => {
    expect(read(0, 60_000).map(([, , isGap]) => isGap)).toEqual([false, false]);
    expect(read(0, 500, 1_000).map(([, , isGap]) => isGap)).toEqual([false, false, false]);
    expect(read(0, 60_000, 120_000, 121_000).map(([, , isGap]) => isGap)).toEqual([false, true, true, false]);
    expect(stepsOf([])).toEqual([]);
  });
});
