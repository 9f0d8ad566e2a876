import { PanelLeft } from 'lucide-react';
import type { ApiClient } from '@portico/api-client';
import type { EventList } from '@portico/contracts/http/events';
import { buttonClass, Filter, Icon, SearchBox } from '@portico/ui';
import { STATUSES, type EventsFilter } from './events-search.ts';
import { IntegrationsFilter } from './integrations/integrations-filter.tsx';
import { TimeRangeButton } from './time/time-range-button.tsx';
import * as styles from './events-screen.css.ts';

export type EventsToolbarProps = {
  api: ApiClient;
  filter: EventsFilter;
  list: Pick<EventList, 'integrations' | 'integrationsAreComplete'> | undefined;
  onNarrow: (change: EventsFilter) => void;
  areFacetsShown: boolean;
  onFacets: () => void;
};

/** Search, filters, the range of time, and the switch for the facets. */
export const EventsToolbar = ({ api, filter, list, onNarrow, areFacetsShown, onFacets }: EventsToolbarProps) => (
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
        <SearchBox
          placeholder="Search Events..."
          value={filter.query ?? ''}
          onSearch={(term) => onNarrow({ query: term || undefined })}
        />
      </div>
    </div>
    <Filter
      label="Status"
      options={STATUSES}
      value={filter.status ?? null}
      onChange={(status) => onNarrow({ status: STATUSES.find((result) => result === status) })}
    />
    <IntegrationsFilter
      api={api}
      names={list?.integrations ?? []}
      areComplete={list?.integrationsAreComplete ?? true}
      value={filter.integration ?? null}
      onChange={(integration) => onNarrow({ integration: integration ?? undefined })}
    />
    <TimeRangeButton
      value={{ range: filter.range, from: filter.from, to: filter.to }}
      onChange={({ range, from, to }) => onNarrow({ range, from, to })}
    />
  </div>
);
