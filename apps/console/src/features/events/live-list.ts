import { isAfter, parseCursor } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { LiveFrame, LiveTally } from '@portico/contracts/live';
import { mergeFrame } from './merge-frame.ts';

/** A row that came live, and when, in milliseconds since 1970. */
export type Arrived = { row: EventRow; at: number };

/** Rows that came live are kept for who counts them, at most so many. */
const MAX_ARRIVED = 2_000;

/** A snapshot with everything that has come since. */
export type LiveList = {
  list: EventList;
  /** Rows that came live, the last of them. */
  arrived: readonly Arrived[];
  /** How many came live in all. */
  come: LiveTally;
  /** Rows that are shown or counted although the list's cursor does not cover them yet. */
  ahead: readonly EventRow[];
  /** Rows that were left out because the viewer could not keep up. */
  skipped: number;
};

const rowsAfter = (rows: readonly EventRow[], cursor: string): EventRow[] => {
  const known = parseCursor(cursor);
  return rows.filter(({ position }) => isAfter(position, known));
};

const failuresIn = (rows: readonly EventRow[]): number => rows.filter(({ result }) => result === 'FAILURE').length;

export const liveListOf = (snapshot: EventList): LiveList => ({
  list: snapshot,
  arrived: [],
  come: { arrived: 0, failed: 0 },
  ahead: rowsAfter(snapshot.data, snapshot.cursor),
  skipped: 0,
});

/** @param page from 1  @param size rows on a page  @param at now, in milliseconds since 1970 */
export const addFrame = (live: LiveList, frame: LiveFrame, page: number, size: number, at: number): LiveList => {
  const list = mergeFrame(live.list, frame, page, size);
  const known = parseCursor(live.list.cursor);
  const aheadIds = new Set(live.ahead.map(({ id }) => id));
  const fresh = frame.rows.filter(({ id, position }) => isAfter(position, known) && !aheadIds.has(id));
  return {
    list,
    arrived: [...live.arrived, ...fresh.map((row) => ({ row, at }))].slice(-MAX_ARRIVED),
    come: {
      arrived: live.come.arrived + fresh.length + frame.skipped,
      failed: live.come.failed + failuresIn(fresh),
    },
    ahead: rowsAfter([...live.ahead, ...fresh], list.cursor),
    skipped: live.skipped + frame.skipped,
  };
};

/** What has come since the pause: the server counts from the cursor, and some rows after it were shown before. */
export const newsOf = ({ ahead }: Pick<LiveList, 'ahead'>, { arrived, failed }: LiveTally): LiveTally => ({
  arrived: Math.max(0, arrived - ahead.length),
  failed: Math.max(0, failed - failuresIn(ahead)),
});
