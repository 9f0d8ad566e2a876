import { identityOf } from '@portico/contracts/events/event-identity';
import { isAfter, parseCursor, formatCursor, furthest } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { LiveFrame, LiveTally } from '@portico/contracts/live';

/** Sorts by timestamp, newest first; within one millisecond, the latest arrival first. */
const newestFirst = (a: EventRow, b: EventRow): number => {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return b.position.partition - a.position.partition || b.position.offset - a.position.offset;
};

/** The rows that the list neither shows nor counts yet, without duplicates. */
const unseen = ({ list, ahead }: LiveList, rows: readonly EventRow[]): EventRow[] => {
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

/** Maximum number of rows kept for counting: about 30 seconds at 300 rows per second. The console polls counts every 30 seconds. */
const MAX_ARRIVED = 10_000;

/** A response of the server (the snapshot) with the live rows that arrived later. */
export type LiveList = {
  list: EventList;
  /** The latest rows of the snapshot and the live feed, for the counts of the histogram and the facets. */
  arrived: readonly EventRow[];
  /** Number of live rows since the snapshot. */
  come: LiveTally;
  /** Rows that the list shows or counts, and that arrived after its cursor. */
  ahead: readonly EventRow[];
  /** Number of rows that the server dropped because the viewer's connection was too slow. */
  skipped: number;
};

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

/** Adds the rows of a frame. Only page 1 shows the rows, up to `size` rows; every page counts the rows. */
export const addFrame = (live: LiveList, frame: LiveFrame, page: number, size: number): LiveList => {
  const { list } = live;
  const fresh = unseen(live, frame.rows);
  const cursor = formatCursor(furthest(parseCursor(list.cursor), parseCursor(frame.cursor)));
  return {
    list: {
      ...list,
      data: page === 1 && fresh.length > 0 ? [...fresh, ...list.data].toSorted(newestFirst).slice(0, size) : list.data,
      count: list.count + fresh.length + frame.skipped,
      integrations: list.integrationsAreComplete ? withNames(list.integrations, fresh) : list.integrations,
      cursor,
    },
    arrived: fresh.length === 0 ? live.arrived : [...live.arrived, ...fresh].slice(-MAX_ARRIVED),
    come: {
      arrived: live.come.arrived + fresh.length + frame.skipped,
      failed: live.come.failed + failuresIn(fresh),
    },
    ahead: rowsAfter([...live.ahead, ...fresh], cursor),
    skipped: live.skipped + frame.skipped,
  };
};

/** The number of rows since the pause: the server's tally of rows after the cursor, without the rows in `ahead`. */
export const newsOf = ({ ahead }: Pick<LiveList, 'ahead'>, { arrived, failed }: LiveTally): LiveTally => ({
  arrived: Math.max(0, arrived - ahead.length),
  failed: Math.max(0, failed - failuresIn(ahead)),
});
