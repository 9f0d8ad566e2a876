import type { EventFacets } from '@portico/contracts/http/event-facets';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { FIELDS } from '@portico/contracts/query/fields';
import { Dialog, formatTime, Skeleton, type TimeZone } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import type { EventsFilter, EventsSearch } from '../events-search.ts';
import { rowsAfter } from '../live-list.ts';
import { edited } from '../query/question.ts';
import { choicesOf, FACETS } from './facet-choices.ts';
import { FacetSection } from './facet-section.tsx';
import { facetsQuery } from './facets.queries.ts';
import * as styles from './facets.css.ts';

/** Adds rows to the counts of one facet. The values keep their order, so that they do not move under the pointer. */
const counted = <Value extends { value: string | number; count: number }>(
  values: readonly Value[],
  rows: readonly EventRow[],
  toValue: (row: EventRow) => NoInfer<Value> | null,
): Value[] => {
  const counts = new Map(values.map((value) => [value.value, value]));
  for (const row of rows) {
    const one = toValue(row);
    if (one === null) continue;
    const known = counts.get(one.value);
    counts.set(one.value, known ? { ...known, count: known.count + 1 } : one);
  }
  return [...counts.values()];
};

const countFacets = (facets: EventFacets, rows: readonly EventRow[]): EventFacets => ({
  ...facets,
  status: counted(facets.status, rows, ({ result }) => ({ value: result, count: 1 })),
  severity: counted(facets.severity, rows, ({ severity_text }) => ({ value: severity_text, count: 1 })),
  type: counted(facets.type, rows, ({ source_type }) => ({ value: source_type, count: 1 })),
  event: counted(facets.event, rows, ({ event_name }) => ({ value: event_name, count: 1 })),
  integration: counted(facets.integration, rows, ({ integration }) =>
    integration === null ? null : { value: integration, count: 1 },
  ),
  organization: counted(facets.organization, rows, ({ organization_id, organization }) => ({
    value: organization_id,
    name: organization,
    count: 1,
  })),
});

type FacetListProps = {
  search: EventsSearch;
  zone: TimeZone;
  /** Organizations of the screen; empty for all that the viewer may see. */
  organizations: readonly number[];
  arrived: readonly EventRow[];
  onNarrow: (change: EventsFilter) => void;
};

const Waiting = () => (
  <div className={styles.waiting}>
    {[5, 4, 6, 5, 7, 4, 6, 5].map((width, index) => (
      <Skeleton key={index} width={`${width + 3}rem`} />
    ))}
  </div>
);

/** The values to filter by, each with the number of events that the filter would select, including live rows. */
const FacetList = ({ search, zone, organizations, arrived, onNarrow }: FacetListProps) => {
  const api = useApi();
  const { data, isError } = useQuery(facetsQuery(api, search, organizations));
  const facets = useMemo(() => data && countFacets(data, rowsAfter(arrived, data.cursor)), [data, arrived]);
  if (facets === undefined) return isError ? <p className={styles.note}>Counts are unavailable.</p> : <Waiting />;
  return (
    <>
      {facets.countedFrom !== null && (
        <p className={styles.note}>Counted since {formatTime(facets.countedFrom, zone, 'short')}</p>
      )}
      {FACETS.map((id) => (
        <FacetSection
          key={id}
          title={FIELDS[id].label}
          choices={choicesOf(facets, id, search, organizations)}
          onEdit={(edit, value) => onNarrow(edited(search, edit, value))}
        />
      ))}
    </>
  );
};

export const FacetsAside = (props: FacetListProps) => (
  <aside className={styles.aside} aria-label="Facets">
    <FacetList {...props} />
  </aside>
);

export const FacetsSheet = ({ onClose, ...rest }: FacetListProps & { onClose: () => void }) => (
  <Dialog title="Facets" placement="start" onClose={onClose}>
    <FacetList {...rest} />
  </Dialog>
);
