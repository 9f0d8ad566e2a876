import { PanelLeft } from 'lucide-react';
import type { ApiClient } from '@portico/api-client';
import type { EventList } from '@portico/contracts/http/events';
import { buttonClass, Filter, Icon } from '@portico/ui';
import { readEventsSearch, STATUSES, type EventsFilter, type EventsSearch } from './events-search.ts';
import { IntegrationsFilter } from './integrations/integrations-filter.tsx';
import { QueryBox } from './query-box/query-box.tsx';
import { TimeRangeButton } from '../../shared/time/time-range-button.tsx';
import * as styles from './events-screen.css.ts';

export type EventsToolbarProps = {
  api: ApiClient;
  search: EventsSearch;
  organizations: readonly number[];
  list: Pick<EventList, 'data' | 'integrations' | 'integrationsAreComplete'> | undefined;
  onNarrow: (change: EventsFilter) => void;
  areFacetsShown: boolean;
  onFacets: () => void;
};

const NONE: EventList['data'] = [];

/** Search, filters, the range of time, and the switch for the facets. */
export const EventsToolbar = (props: EventsToolbarProps) => {
  const { api, search, organizations, list, onNarrow, areFacetsShown, onFacets } = props;
  const choose = async (field: 'status' | 'integration', value: string | undefined) => {
    if (search.where === undefined) onNarrow({ [field]: readEventsSearch({ [field]: value })[field] });
    else onNarrow((await import('./query/question.ts')).chosen(search, field, value));
  };
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
          <QueryBox {...{ api, search, organizations, onNarrow }} rows={list?.data ?? NONE} />
        </div>
      </div>
      <Filter
        label="Status"
        options={STATUSES}
        value={search.status ?? null}
        onChange={(status) => void choose('status', status ?? undefined)}
      />
      <IntegrationsFilter
        api={api}
        names={list?.integrations ?? []}
        areComplete={list?.integrationsAreComplete ?? true}
        value={search.integration ?? null}
        onChange={(integration) => void choose('integration', integration ?? undefined)}
      />
      <TimeRangeButton
        value={{ range: search.range, from: search.from, to: search.to }}
        onChange={({ range, from, to }) => onNarrow({ range, from, to })}
      />
    </div>
  );
};
