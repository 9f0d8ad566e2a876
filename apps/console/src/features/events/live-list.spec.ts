import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatCursor } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { LiveFrame } from '@portico/contracts/live';
import { eventAt } from '../../testing/fixtures.ts';
import { addFrame, liveListOf } from './live-list.ts';

const SIZE = 10;

/** Rows in order of arrival over two partitions. The order of their timestamps may differ. */
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

/** The rows in the server's order. */
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
  integrationsAreComplete: true,
  integrationCount: 1,
  cursor: cursorOf(rows),
});

/** Returns the list after `frames` have been added. */
const after = (list: EventList, frames: readonly LiveFrame[], page = 1): EventList =>
  frames.reduce((live, frame) => addFrame(live, frame, page, SIZE), liveListOf(list)).list;

describe('a list with its live frames', () => {
  it("equals the server's current list on each page, even with repeated rows and late cursors", () => {
    fc.assert(
      fc.property(
        arrivals,
        fc.nat(60),
        fc.array(fc.record({ cut: fc.nat(8), again: fc.nat(6), heldBack: fc.nat(4) }), { maxLength: 12 }),
        fc.constantFrom(1, 2),
        (rows, seen, cuts, page) => {
          let at = Math.min(seen, rows.length);
          const list = answer(rows.slice(0, at), page);
          let covered = at;
          const frames = [...cuts, { cut: rows.length, again: 0, heldBack: 0 }].map(({ cut, again, heldBack }) => {
            const end = Math.min(rows.length, at + cut);
            // A restarted server repeats rows. While the server waits for an integration's name, the cursor lags behind the rows in the
            // frame.
            const from = Math.min(covered, Math.max(0, at - again));
            at = end;
            covered = Math.max(covered, end - heldBack);
            return { rows: rows.slice(from, end), skipped: 0, cursor: cursorOf(rows.slice(0, covered)) };
          });
          const merged = after(list, frames, page);
          if (page === 1) expect(merged).toEqual(answer(rows, 1));
          else expect(merged).toEqual({ ...list, count: rows.length, cursor: cursorOf(rows) });
        },
      ),
    );
  });

  it('counts skipped rows', () => {
    const merged = after(answer([], 1), [{ rows: [], skipped: 3, cursor: '0:2' }]);
    expect(merged).toMatchObject({ count: 3, cursor: '0:2' });
  });

  it('shows an event once if it was published twice', () => {
    const duplicate = { ...eventAt(0), position: { partition: 0, offset: 1 } };
    const merged = after(answer([eventAt(0)], 1), [{ rows: [duplicate], skipped: 0, cursor: '0:1' }]);
    expect(merged).toMatchObject({ count: 1 });
  });

  it('shows two events whose integrations use the same id', () => {
    const other = eventAt(1, { id: 'event-0', source_id: 5 });
    const merged = after(answer([eventAt(0)], 1), [{ rows: [other], skipped: 0, cursor: '0:1' }]);
    expect(merged).toMatchObject({ count: 2, data: [{ source_id: 5 }, { source_id: 3 }] });
  });

  it("adds an integration's name when its first event arrives", () => {
    const frame = { rows: [eventAt(0, { integration: 'Banking' })], skipped: 0, cursor: '0:0' };
    expect(after(answer([], 1), [frame]).integrations).toEqual(['Banking', 'Payroll']);
    const cut = { ...answer([], 1), integrationsAreComplete: false };
    expect(after(cut, [frame])).toMatchObject({ integrations: ['Payroll'], integrationsAreComplete: false });
  });
});
