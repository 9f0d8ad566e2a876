import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { identityOf } from '@portico/contracts/events/event-identity';
import { isAfter, parseCursor } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import { Button, EmptyState, Table } from '@portico/ui';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { eventColumns } from './event-columns.tsx';
import { isNamedBy } from './events-search.ts';
import { useTimeZone } from './time/time-zone.ts';

export type EventsTableProps = {
  query: UseQueryResult<EventList>;
  list: EventList | undefined;
  /** What the list began with: rows that came after it are new. */
  snapshot: EventList | undefined;
  /** Key of the open event. */
  open: string | undefined;
  onOpen: (event: EventRow) => void;
  /** Shows every event again; null while nothing narrows the list. */
  onClear: (() => void) | null;
};

/** Whether a row came live, after the answer that the list began with. */
const freshIn = (snapshot: EventList | undefined) => {
  const known = parseCursor(snapshot?.cursor ?? '');
  return (row: EventRow) => isAfter(row.position, known);
};

/** The rows, or why there are none. */
export const EventsTable = ({ query, list, snapshot, open, onOpen, onClear }: EventsTableProps) => {
  const zone = useTimeZone();
  const columns = useMemo(() => eventColumns(zone), [zone]);
  const isFresh = useMemo(() => freshIn(snapshot), [snapshot]);
  if (query.isError && list === undefined) return <LoadFailure title="Events could not be loaded" query={query} />;
  return (
    <Table
      label="Integration Events"
      columns={columns}
      rows={list?.data}
      rowKey={identityOf}
      onOpen={onOpen}
      isFresh={isFresh}
      isCurrent={(event) => open !== undefined && isNamedBy(open, event)}
      isCompact
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
