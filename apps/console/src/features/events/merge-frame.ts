import { formatCursor, furthest, isAfter, parseCursor, type Positions } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { LiveFrame } from '@portico/contracts/live';

/** The order of the list: newest first by the time it happened, and in one millisecond the last to arrive first. */
const newestFirst = (a: EventRow, b: EventRow): number => {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return b.position.partition - a.position.partition || b.position.offset - a.position.offset;
};

/** Rows of the frame that the list does not cover, once each, in order of arrival. */
const unseen = (list: EventList, known: Positions, rows: readonly EventRow[]): EventRow[] => {
  const ids = new Set(list.data.map((row) => row.id));
  const fresh: EventRow[] = [];
  for (const row of rows) {
    if (!isAfter(row.position, known) || ids.has(row.id)) continue;
    ids.add(row.id);
    fresh.push(row);
  }
  return fresh;
};

const withNames = (names: readonly string[], rows: readonly EventRow[]): string[] => {
  const added = rows.flatMap(({ integration }) =>
    integration === null || names.includes(integration) ? [] : [integration],
  );
  return added.length === 0 ? [...names] : [...new Set([...names, ...added])].toSorted((a, b) => a.localeCompare(b));
};

/**
 * One page of the list as the server would answer it with the frame's rows stored. Rows that the list covers already
 * (by position, or by id) change nothing, so frames may come twice. Only page 1 gets rows; every page gets the count.
 * @param page from 1
 * @param size rows on a page
 */
export const mergeFrame = (list: EventList, frame: LiveFrame, page: number, size: number): EventList => {
  const known = parseCursor(list.cursor);
  const fresh = unseen(list, known, frame.rows);
  return {
    data: page === 1 && fresh.length > 0 ? [...fresh, ...list.data].toSorted(newestFirst).slice(0, size) : list.data,
    count: list.count + fresh.length + frame.skipped,
    countIsExact: list.countIsExact,
    integrations: withNames(list.integrations, fresh),
    cursor: formatCursor(furthest(known, parseCursor(frame.cursor))),
  };
};
