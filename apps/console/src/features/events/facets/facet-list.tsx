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

const counted = <Value extends { value: string | number; count: number }>(
  values: readonly Value[],
  more: readonly NoInfer<Value>[],
): Value[] => {
  const counts = new Map(values.map((value) => [value.value, value]));
  for (const one of more) {
    const known = counts.get(one.value);
    counts.set(one.value, known ? { ...known, count: known.count + 1 } : one);
  }
  return [...counts.values()];
};

/** Adds these rows to the facets' counts. The values keep their order, so that they do not move under the pointer. */
const countFacets = (facets: EventFacets, rows: readonly EventRow[]): EventFacets => {
  if (rows.length === 0) return facets;
  const count = 1;
  return {
    ...facets,
    status: counted(
      facets.status,
      rows.map(({ result }) => ({ value: result, count })),
    ),
    severity: counted(
      facets.severity,
      rows.map(({ severity_text }) => ({ value: severity_text, count })),
    ),
    type: counted(
      facets.type,
      rows.map(({ source_type }) => ({ value: source_type, count })),
    ),
    event: counted(
      facets.event,
      rows.map(({ event_name }) => ({ value: event_name, count })),
    ),
    integration: counted(
      facets.integration,
      rows.flatMap(({ integration }) => (integration === null ? [] : [{ value: integration, count }])),
    ),
    organization: counted(
      facets.organization,
      rows.map(({ organization_id, organization }) => ({ value: organization_id, name: organization, count })),
    ),
  };
};

export type FacetListProps = {
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
export const FacetList = ({ search, zone, organizations, arrived, onNarrow }: FacetListProps) => {
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

/** The facets next to the table. */
export const FacetsAside = (props: FacetListProps) => (
  <aside className={styles.aside} aria-label="Facets">
    <FacetList {...props} />
  </aside>
);

/** The facets in a sheet, if there is no room next to the table. */
export const FacetsSheet = ({ onClose, ...rest }: FacetListProps & { onClose: () => void }) => (
  <Dialog title="Facets" placement="start" onClose={onClose}>
    <FacetList {...rest} />
  </Dialog>
);
