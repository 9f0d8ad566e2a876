import { useQuery } from '@tanstack/react-query';
import { Download, Plug } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import { identityOf } from '@portico/contracts/events/event-identity';
import { Button, EmptyState, Icon, Screen } from '@portico/ui';
import { eventListQuery, filterOf, sizeOf } from './events.queries.ts';
import { eventKey, filterPart, isFiltered, NO_FILTER, type EventsFilter, type EventsSearch } from './events-search.ts';
import { EventsTable } from './events-table.tsx';
import { EventsToolbar } from './events-toolbar.tsx';
import { useFacetsShown } from './facets/use-facets-shown.ts';
import { EventsOverTime } from './histogram/events-over-time.tsx';
import { ListFooter, reachOf } from './list-footer.tsx';
import type { LiveSource } from './live-source.ts';
import { LiveBar } from './live-bar.tsx';
import { useTimeZone } from './time/time-zone.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useLiveList } from './use-live-list.ts';
import { ViewsButton } from './views/views-button.tsx';
import * as styles from './events-screen.css.ts';

const OpenEvent = lazy(async () => ({ default: (await import('./details/open-event.tsx')).OpenEvent }));
const FilterChips = lazy(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }));
const ExportDialog = lazy(async () => ({ default: (await import('./export/export-dialog.tsx')).ExportDialog }));
const FacetsAside = lazy(async () => ({ default: (await import('./facets/facet-list.tsx')).FacetsAside }));
const FacetsSheet = lazy(async () => ({ default: (await import('./facets/facets-sheet.tsx')).FacetsSheet }));

export type EventsScreenProps = {
  api: ApiClient;
  live: LiveSource;
  supportEmail: string;
  search: EventsSearch;
  /** Whose events are shown; none for every organization that the viewer may see. */
  organizations: readonly number[];
  onSearchChange: (search: EventsSearch, options?: { replace: boolean }) => void;
};

const NoIntegrations = () => (
  <EmptyState
    isFramed
    icon={Plug}
    title="Your organization does not have any integrations"
    text="get an integration to see Events."
  />
);

/** The integration events: searched, filtered, paged and opened by the address, and growing by themselves. */
export const EventsScreen = (props: EventsScreenProps) => {
  const { api, live, supportEmail, search, organizations, onSearchChange } = props;
  const zone = useTimeZone();
  const query = useQuery(eventListQuery(api, search, organizations));
  const { data, isPlaceholderData, refetch } = query;
  const page = search.page ?? 1;
  const snapshot = isPlaceholderData ? undefined : data;
  const reload = useCallback(() => void refetch(), [refetch]);
  const shown = useLiveList({
    live,
    snapshot,
    filter: filterOf(search, organizations),
    page,
    size: sizeOf(search),
    isReading: search.open !== undefined,
    end: search.to,
    reload,
  });
  const list = shown.list ?? data;
  useKeptPlace(list?.data.map(identityOf) ?? []);
  const facetsShown = useFacetsShown();
  const [isExporting, setIsExporting] = useState(false);
  const filter = filterPart(search);
  const hasMore = list !== undefined && page * sizeOf(search) < reachOf(list, page, sizeOf(search));
  // Whatever narrows the list begins at its first page.
  const narrow = (change: EventsFilter) =>
    onSearchChange({ ...search, ...change, page: undefined, open: undefined, pane: undefined });
  const facets = { api, search, zone, organizations, arrived: shown.arrived, onNarrow: narrow };
  const content = (
    <>
      <EventsToolbar
        {...{ api, filter, list }}
        onNarrow={narrow}
        areFacetsShown={facetsShown.isBeside || facetsShown.isSheet}
        onFacets={facetsShown.toggle}
      />
      {isFiltered(search) && (
        <Suspense>
          <FilterChips {...{ filter, zone }} organization={list?.data[0]?.organization ?? null} onNarrow={narrow} />
        </Suspense>
      )}
      <div className={styles.body} {...(facetsShown.isBeside && { 'data-facets': true })}>
        {facetsShown.isBeside && (
          <Suspense fallback={<span />}>
            <FacetsAside {...facets} />
          </Suspense>
        )}
        <div className={styles.list}>
          <EventsOverTime
            {...{ api, search, zone, organizations }}
            arrived={shown.arrived}
            onRange={(from, to) => narrow({ range: undefined, from, to })}
          />
          <EventsTable
            {...{ query, list, snapshot }}
            open={search.open}
            onOpen={(event) => onSearchChange({ ...search, open: eventKey(event) })}
            onClear={isFiltered(search) ? () => narrow(NO_FILTER) : null}
          />
          {list && <ListFooter {...{ list, search, onSearchChange }} isBusy={isPlaceholderData} />}
        </div>
      </div>
    </>
  );
  return (
    <Screen
      heading="Integration Events"
      isDense
      tools={
        <>
          <LiveBar live={live} shown={shown} />
          <div className={styles.tools}>
            <ViewsButton api={api} search={search} onApply={onSearchChange} />
            <Button variant="secondary" onPress={() => setIsExporting(true)}>
              <Icon of={Download} />
              <span className={styles.word}>Export</span>
            </Button>
          </div>
        </>
      }
    >
      {/* Events of integrations that were deleted stay readable. */}
      {list?.integrations.length === 0 && list.count === 0 ? <NoIntegrations /> : content}
      <Suspense>
        {facetsShown.isSheet && <FacetsSheet {...facets} onClose={facetsShown.toggle} />}
        {isExporting && (
          <ExportDialog
            api={api}
            filter={() => filterOf(search, organizations)}
            onClose={() => setIsExporting(false)}
          />
        )}
        {search.open !== undefined && (
          <OpenEvent
            {...{ api, zone, supportEmail, search, page, hasMore, onSearchChange }}
            openKey={search.open}
            rows={list?.data ?? []}
            isBusy={isPlaceholderData}
            onNarrow={narrow}
          />
        )}
      </Suspense>
    </Screen>
  );
};
