import { useQuery } from '@tanstack/react-query';
import { CloudOff, Plug, SearchX } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { errorText, type ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import { isAfter, parseCursor } from '@portico/contracts/events/position';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import { Button, EmptyState, Pagination, Table } from '@portico/ui';
import { eventColumns } from './event-columns.tsx';
import { eventListQuery, filterOf } from './events.queries.ts';
import type { EventsSearch } from './events-search.ts';
import { EventsToolbar } from './events-toolbar.tsx';
import * as styles from './events-screen.css.ts';
import type { LiveFeed } from './live-feed.ts';
import { LiveBar } from './live-bar.tsx';
import { useKeptPlace } from './use-kept-place.ts';
import { useLiveList } from './use-live-list.ts';

const EventDetails = lazy(async () => ({ default: (await import('./event-details.tsx')).EventDetails }));

export type EventsScreenProps = {
  api: ApiClient;
  live: LiveFeed;
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

/** Whether a row came live, after the answer that the list began with. */
const freshIn = (snapshot: EventList | undefined) => {
  const known = parseCursor(snapshot?.cursor ?? '');
  return (row: EventRow) => isAfter(row.position, known);
};

/** The list of integration events: searched, filtered and paged by the URL, and growing by itself. */
export const EventsScreen = (props: EventsScreenProps) => {
  const { api, live, supportEmail, search, organizations, onSearchChange } = props;
  const query = useQuery(eventListQuery(api, search, organizations));
  const { data, isPlaceholderData, refetch } = query;
  const [opened, setOpened] = useState<EventRow | null>(null);
  const page = search.page ?? 1;
  const snapshot = isPlaceholderData ? undefined : data;
  const reload = useCallback(() => void refetch(), [refetch]);
  const filter = filterOf(search, organizations);
  const isReading = opened !== null;
  const shown = useLiveList({ live, snapshot, filter, page, size: PAGE_SIZE, isReading, reload });
  const list = shown.list ?? data;
  useKeptPlace(list?.data.map(({ id }) => id) ?? []);
  const isFresh = useMemo(() => freshIn(snapshot), [snapshot]);

  const turnTo = useCallback(
    (next: number, options: { replace: boolean }) =>
      onSearchChange({ ...search, page: next === 1 ? undefined : next }, options),
    [onSearchChange, search],
  );
  const body = () => {
    if (query.isError && list === undefined)
      return (
        <EmptyState
          isFramed
          icon={CloudOff}
          tone="danger"
          title="Events could not be loaded"
          text={errorText(query.error)}
        >
          <Button onPress={reload} isLoading={query.isFetching}>
            Try again
          </Button>
        </EmptyState>
      );
    return (
      <Table
        label="Integration Events"
        columns={eventColumns}
        rows={list?.data}
        rowKey={(event) => event.id}
        onOpen={setOpened}
        isFresh={isFresh}
        isBusy={isPlaceholderData}
        empty={<EmptyState icon={SearchX} title="No results." />}
      />
    );
  };
  return (
    <section className={styles.screen} aria-labelledby="events-heading">
      <header className={styles.header}>
        <h1 id="events-heading" className={styles.heading}>
          Integration Events
        </h1>
        <LiveBar live={live} shown={shown} />
      </header>
      {list?.integrations.length === 0 ? (
        <NoIntegrations />
      ) : (
        <>
          <EventsToolbar search={search} integrations={list?.integrations ?? []} onSearchChange={onSearchChange} />
          {body()}
        </>
      )}
      {list && (
        <Pagination page={page} count={list.count} size={PAGE_SIZE} onPageChange={turnTo} isBusy={isPlaceholderData} />
      )}
      {opened && (
        <Suspense>
          <EventDetails event={opened} supportEmail={supportEmail} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  );
};
