import { useQuery } from '@tanstack/react-query';
import { Download, Plug } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { identityOf } from '@portico/contracts/events/event-identity';
import type { EventRow } from '@portico/contracts/http/events';
import { Button, EmptyState, Icon, lazyPart, Part, Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { ColumnsButton } from './columns/columns-button.tsx';
import { useListLook } from './columns/use-list-look.ts';
import { eventListQuery, filterOf, sizeOf } from './events.queries.ts';
import { eventKey, filterPart, isFiltered, NO_FILTER, type EventsFilter, type EventsSearch } from './events-search.ts';
import { EventsTable } from './events-table.tsx';
import { EventsToolbar } from './events-toolbar.tsx';
import { useFacetsShown } from './facets/use-facets-shown.ts';
import { EventsOverTime } from './histogram/events-over-time.tsx';
import { ListFooter, reachOf } from './list-footer.tsx';
import { LiveBar } from './live-bar.tsx';
import { Narrowed } from './narrowed.tsx';
import { useCommands } from '../../shared/commands/commands.ts';
import { useTimeZone } from '../../shared/time/time-zone.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useLiveList } from './use-live-list.ts';
import { usePolling } from './use-polling.ts';
import { ViewsButton } from './views/views-button.tsx';
import { arrivedSince } from './query/question.ts';
import * as styles from './events-screen.css.ts';

const ExportDialog = lazyPart(async () => (await import('./export/export-dialog.tsx')).ExportDialog);
const facetLists = () => import('./facets/facet-list.tsx');
const FacetsAside = lazyPart(async () => (await facetLists()).FacetsAside);
const FacetsSheet = lazyPart(async () => (await facetLists()).FacetsSheet);
const OpenEvent = lazyPart(async () => (await import('./details/open-event.tsx')).OpenEvent);

export type EventsScreenProps = {
  supportEmail: string;
  /** Id of the viewer. The browser stores columns and row density by viewer. */
  userId: number;
  isAdmin: boolean;
  /** Whether an open event shows its meaning first, and technical details only on request. True for customers. */
  isPlain: boolean;
  search: EventsSearch;
  /** Organizations to show; empty for all that the viewer may see. */
  organizations: readonly number[];
  onSearchChange: (search: EventsSearch, options?: { replace: boolean }) => void;
  /** First steps, shown above a list that has never had an event. */
  firstRun?: ReactNode;
  toIntegrations: ReactNode;
};

const NO_ROWS: readonly EventRow[] = [];

/** The list of integration events. Search, filters, page and open event are in the URL. New rows appear live. */
export const EventsScreen = (props: EventsScreenProps) => {
  const api = useApi();
  const { supportEmail, userId, isAdmin, isPlain, search, organizations, onSearchChange, firstRun, toIntegrations } =
    props;
  const look = useListLook({ userId, search, onSearchChange });
  const zone = useTimeZone();
  const listQuery = eventListQuery(api, search, organizations);
  const query = useQuery(listQuery);
  const { data, isPlaceholderData } = query;
  const page = search.page ?? 1;
  const snapshot = isPlaceholderData ? undefined : data;
  const eventFilter = filterOf(search, organizations);
  const rows = useRef<HTMLDivElement>(null);
  const shown = useLiveList({
    snapshot,
    filter: eventFilter,
    page,
    size: sizeOf(search),
    isReading: search.open !== undefined,
    reload: () => void query.refetch(),
    isPointed: () => rows.current?.matches(':hover') === true,
  });
  const list = shown.list ?? data;
  const isPolled = usePolling(listQuery, shown.isPast || shown.pausing.reason !== null);
  useKeptPlace(list?.data.map(identityOf) ?? []);
  const facetsShown = useFacetsShown(search.facets !== undefined, () =>
    onSearchChange({ ...search, facets: undefined }, { replace: true }),
  );
  const [isExporting, setIsExporting] = useState(false);
  const { reason, toggle } = shown.pausing;
  useCommands([
    ...(shown.isPast
      ? []
      : [{ text: reason ? 'Resume the live list' : 'Pause the live list', keys: ['Space'], run: toggle }]),
    { text: 'Export events', run: () => setIsExporting(true) },
  ]);
  const filter = filterPart(search);
  const hasMore = list !== undefined && page * sizeOf(search) < reachOf(list, page, sizeOf(search));
  const narrow = (change: EventsFilter) =>
    onSearchChange({ ...search, ...change, page: undefined, open: undefined, pane: undefined });
  const isFirst = Boolean(firstRun) && list?.count === 0 && !isFiltered(search);
  // Deleted integrations may still have events.
  const isEmpty = list?.integrations.length === 0 && list.count === 0;
  const facets = { search, zone, organizations, arrived: shown.arrived, onNarrow: narrow };
  const openEvent = search.open !== undefined && (
    <OpenEvent
      {...{ zone, supportEmail, search, page, hasMore, onSearchChange }}
      openKey={search.open}
      rows={list?.data ?? NO_ROWS}
      isBusy={isPlaceholderData}
      isTechnical={look.isTechnical ?? !isPlain}
      onTechnical={look.setTechnical}
      onColumn={look.addColumn}
      onNarrow={narrow}
    />
  );
  const content = (
    <>
      <EventsToolbar
        {...{ search, organizations, list }}
        onNarrow={narrow}
        areFacetsShown={facetsShown.isBeside || facetsShown.isSheet}
        onFacets={facetsShown.toggle}
      />
      {isFiltered(search) && <Narrowed {...{ search, zone }} rows={list?.data ?? NO_ROWS} onNarrow={narrow} />}
      <div className={styles.body} {...(facetsShown.isBeside && { 'data-facets': true })}>
        {facetsShown.isBeside && (
          <Part>
            <FacetsAside {...facets} />
          </Part>
        )}
        <div className={styles.list}>
          <Part>
            <EventsOverTime
              {...{ search, zone, organizations }}
              arrived={shown.arrived}
              isShown={look.isHistogramShown}
              onShown={look.setHistogramShown}
              onRange={(from, to) => narrow({ range: undefined, from, to })}
            />
          </Part>
          <div className={styles.rows} ref={rows}>
            <Part>
              <EventsTable
                {...{ query, list, snapshot, look }}
                question={JSON.stringify([filter, page, organizations])}
                open={search.open}
                lateBefore={arrivedSince(filter)}
                onOpen={(event) => onSearchChange({ ...search, open: eventKey(event) })}
                onClear={isFiltered(search) ? () => narrow(NO_FILTER) : null}
              />
            </Part>
          </div>
          {list && <ListFooter {...{ list, search, onSearchChange }} isBusy={isPlaceholderData} />}
        </div>
        {openEvent}
      </div>
    </>
  );
  return (
    <Screen
      heading="Integration Events"
      isFilled
      tools={
        <>
          <LiveBar {...{ shown, isPolled }} />
          <div className={styles.tools}>
            <ColumnsButton look={look} rows={list?.data ?? NO_ROWS} />
            <ViewsButton isAdmin={isAdmin} search={look.whole} onApply={onSearchChange} />
            <Button variant="secondary" onPress={() => setIsExporting(true)}>
              <Icon of={Download} />
              <span className={styles.word}>Export</span>
            </Button>
          </div>
        </>
      }
    >
      {isEmpty && (
        <EmptyState
          isFramed
          icon={Plug}
          title="Your organization does not have any integrations"
          text="get an integration to see Events."
        >
          {toIntegrations}
        </EmptyState>
      )}
      {isFirst && firstRun}
      {!isEmpty && content}
      {isEmpty && openEvent}
      {facetsShown.isSheet && <FacetsSheet {...facets} onClose={facetsShown.toggle} />}
      {isExporting && (
        <ExportDialog filter={() => filterOf(search, organizations)} onClose={() => setIsExporting(false)} />
      )}
    </Screen>
  );
};
