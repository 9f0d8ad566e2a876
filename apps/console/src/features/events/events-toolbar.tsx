import { PanelLeft } from 'lucide-react';
import type { EventList } from '@portico/contracts/http/events';
import { buttonClass, Filter, Icon } from '@portico/ui';
import { STATUSES, type EventsFilter, type EventsSearch } from './events-search.ts';
import { IntegrationsFilter } from './integrations/integrations-filter.tsx';
import { QueryBox } from './query-box/query-box.tsx';
import { chosen } from './query/question.ts';
import { TimeRangeButton } from '../../shared/time/time-range-button.tsx';
import * as styles from './events-screen.css.ts';

export type EventsToolbarProps = {
  search: EventsSearch;
  organizations: readonly number[];
  list: Pick<EventList, 'data' | 'integrations' | 'integrationsAreComplete'> | undefined;
  onNarrow: (change: EventsFilter) => void;
  areFacetsShown: boolean;
  onFacets: () => void;
};

const NONE: EventList['data'] = [];

/** Search, filters, the time range, and the switch of the facets. */
export const EventsToolbar = (props: EventsToolbarProps) => {
  const { search, organizations, list, onNarrow, areFacetsShown, onFacets } = props;
  const choose = (field: 'status' | 'integration', value: string | null) =>
    onNarrow(chosen(search, field, value ?? undefined));
  return (
    <div className={styles.toolbar}>
      <div className={styles.first}>
        <button
          type="button"
          className={`${buttonClass({ variant: 'secondary', size: 'icon' })} ${styles.facetSwitch}`}
          aria-label="Facets"
          aria-expanded={areFacetsShown}
          title="Facets"
          onClick={onFacets}
        >
          <Icon of={PanelLeft} />
        </button>
        <div className={styles.search}>
          <QueryBox {...{ search, organizations, onNarrow }} rows={list?.data ?? NONE} />
        </div>
      </div>
      <Filter
        label="Status"
        options={STATUSES}
        value={search.status ?? null}
        onChange={(status) => choose('status', status)}
      />
      <IntegrationsFilter
        names={list?.integrations ?? []}
        areComplete={list?.integrationsAreComplete ?? true}
        value={search.integration ?? null}
        onChange={(integration) => choose('integration', integration)}
      />
      <TimeRangeButton
        value={{ range: search.range, from: search.from, to: search.to }}
        onChange={({ range, from, to }) => onNarrow({ range, from, to })}
      />
    </div>
  );
};
