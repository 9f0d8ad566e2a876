import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatCursor } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import { eventAt } from '../../testing/fixtures.ts';
import { mergeFrame } from './merge-frame.ts';

const SIZE = 10;

/** Rows in the order in which they arrived, over two partitions; what they tell of may have happened in another order. */
const arrivals = fc.array(fc.record({ partition: fc.nat(1), second: fc.nat(40) }), { maxLength: 60 }).map((seeds) => {
  const next = [0, 0];
  return seeds.map(({ partition, second }, index) => {
    const offset = next[partition] ?? 0;
    next[partition] = offset + 1;
    return eventAt(second, { id: `event-${index}`, position: { partition, offset } });
  });
});

const cursorOf = (rows: readonly EventRow[]): string => {
  const known = new Map<number, number>();
  for (const { position } of rows) known.set(position.partition, position.offset);
  return formatCursor(known);
};

/** The order that the server lists in. */
const listed = (rows: readonly EventRow[]): EventRow[] =>
  rows.toSorted(
    (a, b) =>
      b.timestamp.localeCompare(a.timestamp) ||
      b.position.partition - a.position.partition ||
      b.position.offset - a.position.offset,
  );

const answer = (rows: readonly EventRow[], page: number): EventList => ({
  data: listed(rows).slice((page - 1) * SIZE, page * SIZE),
  count: rows.length,
  countIsExact: true,
  integrations: ['Payroll'],
  cursor: cursorOf(rows),
});

describe('mergeFrame', () => {
  it('makes of the list and the frames after it what the server would list now, frames twice included', () => {
    fc.assert(
      fc.property(
        arrivals,
        fc.nat(60),
        fc.array(fc.nat(8), { maxLength: 12 }),
        fc.nat(6),
        (rows, seen, cuts, again) => {
          let list = answer(rows.slice(0, seen), 1);
          let at = Math.min(seen, rows.length);
          for (const cut of [...cuts, rows.length]) {
            const end = Math.min(rows.length, at + cut);
            // A server that begins again sends rows once more that were sent already.
            const frame = {
              rows: rows.slice(Math.max(0, at - again), end),
              skipped: 0,
              cursor: cursorOf(rows.slice(0, end)),
            };
            list = mergeFrame(list, frame, 1, SIZE);
            at = end;
          }
          expect(list).toEqual(answer(rows, 1));
        },
      ),
    );
  });

  it('lets only the count grow on a later page', () => {
    const rows = Array.from({ length: 25 }, (_, offset) => eventAt(offset));
    const list = answer(rows.slice(0, 20), 2);
    const merged = mergeFrame(list, { rows: rows.slice(20), skipped: 0, cursor: '0:24' }, 2, SIZE);
    expect(merged).toEqual({ ...list, count: 25, cursor: '0:24' });
  });

  it('counts what was left out', () => {
    const merged = mergeFrame(answer([], 1), { rows: [], skipped: 3, cursor: '0:2' }, 1, SIZE);
    expect(merged).toMatchObject({ count: 3, cursor: '0:2' });
  });

  it('shows an event that was published twice once', () => {
    const list = answer([eventAt(0)], 1);
    const twice = { ...eventAt(0), position: { partition: 0, offset: 1 } };
    expect(mergeFrame(list, { rows: [twice], skipped: 0, cursor: '0:1' }, 1, SIZE)).toMatchObject({ count: 1 });
  });

  it('knows an integration by its first event', () => {
    const frame = { rows: [eventAt(0, { integration: 'Banking' })], skipped: 0, cursor: '0:0' };
    expect(mergeFrame(answer([], 1), frame, 1, SIZE).integrations).toEqual(['Banking', 'Payroll']);
  });
});
