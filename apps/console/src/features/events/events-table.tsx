import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { identityOf } from '@portico/contracts/events/event-identity';
import { isAfter, parseCursor } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import { Button, EmptyState, Table, formatRelative, formatTime, type TimeZone } from '@portico/ui';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { eventColumns } from './columns/event-columns.tsx';
import type { ListLook } from './columns/use-list-look.ts';
import { useIsDocked } from './details/docked.ts';
import { isNamedBy } from './events-search.ts';
import { scrollToTop } from './scrolling.ts';
import { useTimeZone } from '../../shared/time/time-zone.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

/** Sets the title of a time under the pointer to its current age. */
const useRelativeTitles = (zone: TimeZone): void =>
  useEffect(() => {
    const onOver = ({ target }: Event) => {
      const time = target instanceof Element ? target.closest<HTMLTimeElement>('main td time') : null;
      if (time === null) return;
      time.title = `${formatRelative(time.dateTime, serverNow())}, ${formatTime(time.dateTime, zone, 'precise')}`;
    };
    document.addEventListener('mouseover', onOver, { passive: true });
    return () => document.removeEventListener('mouseover', onOver);
  }, [zone]);

type EventsTableProps = {
  query: UseQueryResult<EventList>;
  list: EventList | undefined;
  /** The initial response. Rows that arrive later are new. */
  snapshot: EventList | undefined;
  /** Key of the open event. */
  open: string | undefined;
  look: ListLook;
  /** Milliseconds since 1970. Events with an earlier timestamp are marked as late. Null: no event is marked. */
  lateBefore: number | null;
  /** Identity of the query. When it changes, the list scrolls to its first row. */
  question: string;
  onOpen: (event: EventRow) => void;
  /** Clears the filter; null if no filter is set. */
  onClear: (() => void) | null;
};

/** New live rows are highlighted for `LIT_MS` milliseconds. If more than `MAX_LIT` rows are new, no row is highlighted. */
const LIT_MS = 1_800;
const MAX_LIT = 12;

/** When the row arrived, in milliseconds since 1970. */
const arrivalOf = (row: EventRow): number => Date.parse(row.published_at);

/** Returns a predicate for the rows to highlight: rows that just arrived after this cursor, unless too many rows arrived. */
export const isHighlighted = (cursor: string, rows: readonly EventRow[]) => {
  const known = parseCursor(cursor);
  // The first row may not be the last arrival, because a publisher's clock may be ahead.
  const arrivals = rows.map(arrivalOf);
  const since = Math.max(...arrivals) - LIT_MS;
  const areMany = arrivals.filter((at) => at > since).length > MAX_LIT;
  return (row: EventRow) => !areMany && arrivalOf(row) > since && isAfter(row.position, known);
};

/** The table of events, or the reason why no events are shown. */
export const EventsTable = (props: EventsTableProps) => {
  const { query, list, snapshot, open, look, lateBefore, question, onOpen, onClear } = props;
  const zone = useTimeZone();
  const isDocked = useIsDocked();
  const isBeside = isDocked && open !== undefined;
  const columns = useMemo(
    () => eventColumns({ zone, isBeside, lateBefore }, look.columns),
    [zone, isBeside, lateBefore, look.columns],
  );
  useRelativeTitles(zone);
  useEffect(() => {
    if (question !== '') scrollToTop();
  }, [question]);
  if (query.isError && list === undefined) return <LoadFailure title="Events could not be loaded" query={query} />;
  return (
    <Table
      label="Integration Events"
      columns={columns}
      rows={list?.data}
      rowKey={identityOf}
      onOpen={onOpen}
      isFresh={isHighlighted(snapshot?.cursor ?? '', list?.data ?? [])}
      isCurrent={(event) => open !== undefined && isNamedBy(open, event)}
      density={look.density}
      isFilled
      // Custom widths apply to the whole list only: next to an open event there is no room for them.
      {...(!isBeside && { widths: look.widths, onResize: look.setWidth })}
      isBusy={query.isPlaceholderData}
      empty={
        <EmptyState icon={SearchX} title="No results.">
          {onClear && (
            <Button variant="secondary" onPress={onClear}>
              Clear filters
            </Button>
          )}
        </EmptyState>
      }
    />
  );
};
