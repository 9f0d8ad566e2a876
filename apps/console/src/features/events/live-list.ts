import { identityOf } from '@portico/contracts/events/event-identity';
import { isAfter, parseCursor, formatCursor, furthest } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { LiveFrame, LiveTally } from '@portico/contracts/live';

/** Newest first by timestamp; within one millisecond, the latest arrival first. */
const newestFirst = (a: EventRow, b: EventRow): number => {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return b.position.partition - a.position.partition || b.position.offset - a.position.offset;
};

/** The rows that the list's cursor does not cover and that the list does not show yet, without duplicates. */
const unseen = (list: EventList, ahead: readonly EventRow[], rows: readonly EventRow[]): EventRow[] => {
  const known = parseCursor(list.cursor);
  const identities = new Set([...list.data, ...ahead].map(identityOf));
  const fresh: EventRow[] = [];
  for (const row of rows) {
    const identity = identityOf(row);
    if (!isAfter(row.position, known) || identities.has(identity)) continue;
    identities.add(identity);
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
 * One page of the list as if the server had stored the frame's rows. Only page 1 gets rows; every page gets the count.
 * @param fresh the frame's {@link unseen} rows
 * @param page starts at 1
 * @param size page size
 */
const mergeFrame = (
  list: EventList,
  fresh: readonly EventRow[],
  { skipped, cursor }: LiveFrame,
  page: number,
  size: number,
): EventList => ({
  data: page === 1 && fresh.length > 0 ? [...fresh, ...list.data].toSorted(newestFirst).slice(0, size) : list.data,
  count: list.count + fresh.length + skipped,
  countIsExact: list.countIsExact,
  integrations: list.integrationsAreComplete ? withNames(list.integrations, fresh) : list.integrations,
  integrationsAreComplete: list.integrationsAreComplete,
  integrationCount: list.integrationCount,
  cursor: formatCursor(furthest(parseCursor(list.cursor), parseCursor(cursor))),
});

/** Maximum number of rows kept for counting: about 30 seconds at 300 rows per second. Counts are polled every 30 seconds. */
const MAX_ARRIVED = 10_000;

/** A list response (the snapshot), and the live rows that arrived later. */
export type LiveList = {
  list: EventList;
  /** The latest rows of the snapshot and the live feed. The histogram and the facets count the rows after their cursors. */
  arrived: readonly EventRow[];
  /** Total number of live rows. */
  come: LiveTally;
  /** Rows that are displayed and counted although the list's cursor does not cover them yet. */
  ahead: readonly EventRow[];
  /** Rows that were dropped because the viewer was too slow. */
  skipped: number;
};

/** Rows that arrived after `cursor`. */
export const rowsAfter = (rows: readonly EventRow[], cursor: string): EventRow[] => {
  const known = parseCursor(cursor);
  return rows.filter(({ position }) => isAfter(position, known));
};

const failuresIn = (rows: readonly EventRow[]): number => rows.filter(({ result }) => result === 'FAILURE').length;

export const liveListOf = (snapshot: EventList): LiveList => ({
  list: snapshot,
  arrived: snapshot.data,
  come: { arrived: 0, failed: 0 },
  ahead: [],
  skipped: 0,
});

/**
 * Adds the rows of a frame to the list.
 * @param page starts at 1
 * @param size page size
 */
export const addFrame = (live: LiveList, frame: LiveFrame, page: number, size: number): LiveList => {
  const fresh = unseen(live.list, live.ahead, frame.rows);
  const list = mergeFrame(live.list, fresh, frame, page, size);
  return {
    list,
    arrived: fresh.length === 0 ? live.arrived : [...live.arrived, ...fresh].slice(-MAX_ARRIVED),
    come: {
      arrived: live.come.arrived + fresh.length + frame.skipped,
      failed: live.come.failed + failuresIn(fresh),
    },
    ahead: rowsAfter([...live.ahead, ...fresh], list.cursor),
    skipped: live.skipped + frame.skipped,
  };
};

/** The number of rows since the pause: the server's count after the cursor, minus the displayed rows in `ahead`. */
export const newsOf = ({ ahead }: Pick<LiveList, 'ahead'>, { arrived, failed }: LiveTally): LiveTally => ({
  arrived: Math.max(0, arrived - ahead.length),
  failed: Math.max(0, failed - failuresIn(ahead)),
});
