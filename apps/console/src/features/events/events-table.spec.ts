import { describe, expect, it } from '@jest/globals';
import { eventAt } from '../../testing/fixtures.ts';
import { isHighlighted } from './events-table.tsx';

/** Rows at this interval, the newest first. */
const rowsEvery = (milliseconds: number) =>
  Array.from({ length: 40 }, (_, index) =>
    eventAt(0, {
      position: { partition: 0, offset: 100 - index },
      published_at: new Date(Date.UTC(2026, 0, 3) - index * milliseconds).toISOString(),
    }),
  );
const highlightedOffsets = (milliseconds: number, cursor: string): number[] => {
  const rows = rowsEvery(milliseconds);
  const isLit = isHighlighted(cursor, rows);
  return rows.filter(isLit).map(({ position }) => position.offset);
};

describe('highlighted rows', () => {
  it('arrived in the last 1.8 seconds, and after the snapshot', () => {
    expect(highlightedOffsets(500, '0:50')).toEqual([100, 99, 98, 97]);
    expect(highlightedOffsets(500, '0:98')).toEqual([100, 99]);
    expect(highlightedOffsets(10_000, '0:50')).toEqual([100]);
  });

  it('include the latest arrivals, even below a row whose publisher has a fast clock', () => {
    const earlyEvent = eventAt(0, { position: { partition: 1, offset: 1 }, published_at: '2026-01-01T00:00:00.000Z' });
    const rows = [earlyEvent, ...rowsEvery(500)];
    const highlighted = rows.filter(isHighlighted('0:50', rows));
    expect(highlighted.map(({ position }) => position.offset)).toEqual([100, 99, 98, 97]);
  });

  it('are absent if more than 12 rows arrived in 1.8 seconds', () => {
    expect(highlightedOffsets(150, '0:50')).toHaveLength(12);
    expect(highlightedOffsets(149, '0:50')).toEqual([]);
    expect(highlightedOffsets(0, '0:50')).toEqual([]);
  });
});
