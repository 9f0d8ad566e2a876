import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EventHistogram } from '@portico/contracts/http/events';
import { eventAt } from '../../../testing/fixtures.ts';
import { countInto } from './live-histogram.ts';

const START = Date.UTC(2026, 0, 1);
const histogramOf = (bars: number): EventHistogram => ({
  from: new Date(START).toISOString(),
  to: new Date(START + bars * 60_000).toISOString(),
  step: 60,
  buckets: Array.from({ length: bars }, (_, index) => ({
    at: new Date(START + index * 60_000).toISOString(),
    success: 1,
    failure: 0,
  })),
  countedFrom: null,
  cursor: '',
});
const sum = ({ buckets }: EventHistogram, result: 'success' | 'failure') =>
  buckets.reduce((total, bucket) => total + bucket[result], 0);

/** Rows with times before, within and after the bars. */
const arrivals = fc
  .array(fc.record({ second: fc.integer({ min: -40_000, max: 90_000 }), failed: fc.boolean() }), { maxLength: 40 })
  .map((seeds) =>
    seeds.map(({ second, failed }, index) =>
      eventAt(index, {
        timestamp: new Date(START + second * 1_000).toISOString(),
        result: failed ? 'FAILURE' : 'SUCCESS',
      }),
    ),
  );

describe('countInto', () => {
  it('counts every row once in the bar of its time, for any histogram', () => {
    fc.assert(
      fc.property(fc.nat(100), arrivals, (bars, rows) => {
        const before = histogramOf(bars);
        const counted = countInto(before, rows);
        expect(sum(counted, 'success')).toBe(bars + rows.filter(({ result }) => result === 'SUCCESS').length);
        expect(sum(counted, 'failure')).toBe(rows.filter(({ result }) => result === 'FAILURE').length);
        expect(counted.buckets.length).toBeLessThanOrEqual(160);
        counted.buckets.forEach(({ at }, index) =>
          expect(Date.parse(at)).toBe(Date.parse(counted.from) + index * counted.step * 1_000),
        );
        expect(Date.parse(counted.to)).toBe(Date.parse(counted.from) + counted.buckets.length * counted.step * 1_000);
        for (const { timestamp } of rows) expect(timestamp >= counted.from && timestamp < counted.to).toBe(true);
      }),
    );
  });

  it('does not change its input', () => {
    const before = histogramOf(3);
    countInto(before, [eventAt(0)]);
    expect(before).toEqual(histogramOf(3));
  });
});
