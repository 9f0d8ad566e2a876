import type { EventRow } from '@portico/contracts/http/events';
import { Part, type TimeZone } from '@portico/ui';
import { type EventsFilter, type EventsSearch, filterPart, integrationOf } from './events-search.ts';
import { FilterChips } from './query/filter-chips.tsx';
import { MaintenanceOf } from '../../shared/maintenance/maintenance-mark.tsx';

type NarrowedProps = {
  search: EventsSearch;
  zone: TimeZone;
  rows: readonly EventRow[];
  onNarrow: (change: EventsFilter) => void;
};

export const Narrowed = ({ search, zone, rows, onNarrow }: NarrowedProps) => {
  const integration = integrationOf(search, rows);
  return (
    <>
      <Part>
        <FilterChips {...{ zone, onNarrow }} filter={filterPart(search)} organization={rows[0]?.organization ?? null} />
      </Part>
      {integration !== null && (
        <Part>
          <MaintenanceOf integration={integration} />
        </Part>
      )}
    </>
  );
};
