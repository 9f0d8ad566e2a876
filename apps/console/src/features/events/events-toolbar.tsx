import { RESULTS } from '@portico/contracts/events/integration-event';
import { Filter, SearchBox } from '@portico/ui';
import type { EventsSearch } from './events-search.ts';
import * as styles from './events-screen.css.ts';

export type EventsToolbarProps = {
  search: EventsSearch;
  integrations: readonly string[];
  onSearchChange: (search: EventsSearch) => void;
};

/** Search and filters. Whatever changes here begins at page 1. */
export const EventsToolbar = ({ search, integrations, onSearchChange }: EventsToolbarProps) => {
  const narrow = (change: Partial<EventsSearch>) => onSearchChange({ ...search, ...change, page: undefined });
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchBox
          placeholder="Search Events..."
          value={search.query ?? ''}
          onSearch={(term) => narrow({ query: term || undefined })}
        />
      </div>
      <Filter
        label="Status"
        options={RESULTS}
        value={search.status ?? null}
        onChange={(status) => narrow({ status: RESULTS.find((result) => result === status) })}
      />
      <Filter
        label="Integrations"
        options={integrations}
        value={search.integration ?? null}
        onChange={(integration) => narrow({ integration: integration ?? undefined })}
      />
    </div>
  );
};
