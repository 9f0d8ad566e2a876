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
import { isNamedBy } from './events-search.ts';
import { scrollToTop } from './scrolling.ts';
import { useIsDocked } from './use-media.ts';
import { useTimeZone } from '../../shared/time/time-zone.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

/** Sets the tooltip of a time under the pointer to its current age and precise time. */
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
  /** The response without live rows. Rows that arrived after the response are new. */
  snapshot: EventList | undefined;
  open: string | undefined;
  look: ListLook;
  /** Milliseconds since 1970. The table marks events with an earlier timestamp as late; null marks no event. */
  lateBefore: number | null;
  /** Identifies the query. When the query changes, the table scrolls to its first row. */
  question: string;
  onOpen: (event: EventRow) => void;
  /** Clears the filter; null if no filter is set. */
  onClear: (() => void) | null;
};

/** The table highlights rows that arrived at most this many milliseconds before the latest arrival. */
const HIGHLIGHT_MS = 1_800;
/** If more rows arrived in this time, the table highlights none of them. */
const MAX_HIGHLIGHTED = 12;

/** Returns a predicate for the rows to highlight, which all arrived after `cursor`. */
export const isHighlighted = (cursor: string, rows: readonly EventRow[]) => {
  const known = parseCursor(cursor);
  // The first row may not be the latest arrival, because the clock of its publisher may be ahead.
  const arrivals = rows.map((row) => Date.parse(row.published_at));
  const since = Math.max(...arrivals) - HIGHLIGHT_MS;
  const areMany = arrivals.filter((at) => at > since).length > MAX_HIGHLIGHTED;
  return (row: EventRow) => !areMany && Date.parse(row.published_at) > since && isAfter(row.position, known);
};

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
      // The column widths that the viewer chose do not fit next to an open event.
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
