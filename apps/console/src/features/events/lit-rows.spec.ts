import { describe, expect, it } from '@jest/globals';
import { isAfter, parseCursor } from '@portico/contracts/events/position';
import { eventAt } from '../../testing/fixtures.ts';
import { litAfter, litWith, type LitRows } from './lit-rows.ts';

const rowAt = (offset: number) => eventAt(0, { position: { partition: 0, offset } });
const upTo = (offset: number, ahead = offset) => ({
  list: {
    data: [],
    count: 0,
    countIsExact: true,
    integrations: [],
    integrationsAreComplete: true,
    integrationCount: 0,
    cursor: `0:${offset}`,
  },
  ahead: ahead > offset ? [rowAt(ahead)] : [],
});
const isLit = ({ after }: LitRows, offset: number): boolean => isAfter(rowAt(offset).position, parseCursor(after));

/** One row every so many milliseconds, the first of them at `from`. */
const coming = (lit: LitRows, every: number, from: number, rows: number, since = 0): LitRows =>
  Array.from({ length: rows }, (_, index) => index).reduce(
    (before, index) => litWith(before, 1, upTo(from + index), since + index * every),
    lit,
  );

describe('rows that light up', () => {
  it('are those that come after the snapshot', () => {
    const lit = coming(litAfter('0:10'), 500, 11, 20);
    expect([10, 11, 30].map((offset) => isLit(lit, offset))).toEqual([false, true, true]);
  });

  it('are none while more come than could be told apart, those ahead of the cursor neither', () => {
    const lit = coming(litAfter('0:10'), 20, 11, 100);
    expect(isLit(lit, 110)).toBe(false);
    const ahead = litWith(lit, 1, upTo(111, 115), 2_000);
    expect([111, 115, 116].map((offset) => isLit(ahead, offset))).toEqual([false, false, true]);
  });

  it('are those that come again once it is calm, and not before they come at half the rate', () => {
    const rapid = coming(litAfter('0:10'), 20, 11, 100);
    expect(coming(rapid, 200, 111, 40, 2_000).isRapid).toBe(true);
    const calm = coming(rapid, 500, 111, 10, 2_000);
    expect(calm.isRapid).toBe(false);
    expect([110, 120].map((offset) => isLit(calm, offset))).toEqual([false, true]);
  });
});
