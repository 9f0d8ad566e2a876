import { identityOf } from '@portico/contracts/events/event-identity';
import { formatCursor, furthest, isAfter, parseCursor } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { LiveFrame } from '@portico/contracts/live';

/** The order of the list: newest first by the time it happened, and in one millisecond the last to arrive first. */
const newestFirst = (a: EventRow, b: EventRow): number => {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return b.position.partition - a.position.partition || b.position.offset - a.position.offset;
};

/** Rows that neither the list covers nor are `ahead` of its cursor but known, once each, in order of arrival. */
export const unseen = (list: EventList, ahead: readonly EventRow[], rows: readonly EventRow[]): EventRow[] => {
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
 * One page of the list as the server would answer it with the frame's rows stored. Only page 1 gets rows; every page gets
 * the count.
 * @param fresh the frame's {@link unseen} rows
 * @param page from 1
 * @param size rows on a page
 */
export const mergeFrame = (
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
