import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import { type EventList, type EventRow, listEvents } from '@portico/contracts/http/events';
import { listRejectedEvents } from '@portico/contracts/http/rejected-events';
import { listTestEvents } from '@portico/contracts/http/test-events';
import type { LiveFrame } from '@portico/contracts/live';
import { useApi, useLive, useRejected } from '../../../api/use-api.ts';
import { type Arrival, listedArrival, newestOf, rejectedArrival, MAX_ARRIVALS, testArrival } from './arrival.ts';
import { QUIET, readQuery } from '../../../api/calls.ts';

/** Poll interval in milliseconds for events that the live connection does not deliver. */
const POLL_MS = 3_000;
const KEY = ['connect', 'arrivals'];

/** Filters by the integration's id, because several integrations may share a name. */
const filterOf = (id: number) => ({ where: `integration:#${id}` });

const listedQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    [...KEY, 'listed', id],
    listEvents,
    { query: { ...filterOf(id), limit: MAX_ARRIVALS } },
    { staleTime: Infinity, gcTime: 0, ...QUIET },
  );

/** Polls until a request fails. A viewer without permission gets an error, and sees an empty list. */
const POLLING = {
  refetchInterval: ({ state }: { state: { error: unknown } }) => (state.error === null ? POLL_MS : false),
  ...QUIET,
} as const;

const rejectedQuery = (api: ApiClient, id: number) =>
  readQuery(
    api,
    [...KEY, 'rejected', id],
    listRejectedEvents,
    { query: { integration: id, limit: MAX_ARRIVALS } },
    POLLING,
  );

const testQuery = (api: ApiClient, id: number) =>
  readQuery(api, [...KEY, 'test', id], listTestEvents, { query: { integration: id, limit: MAX_ARRIVALS } }, POLLING);

type NewRows = { since: EventList; rows: readonly EventRow[] };

/** The newest events of an integration, whether listed, rejected or sent with a test key; undefined while loading. */
export const useArrivals = (id: number): Arrival[] | undefined => {
  const api = useApi();
  const live = useLive();
  const rejected = useRejected();
  const queryClient = useQueryClient();
  const { data: since, isError } = useQuery(listedQuery(api, id));
  const refused = useQuery(rejectedQuery(api, id)).data?.data ?? [];
  const tested = useQuery(testQuery(api, id)).data?.data ?? [];
  const [newRows, setNewRows] = useState<NewRows | null>(null);
  useEffect(() => {
    if (since === undefined) return undefined;
    const reload = () => void queryClient.invalidateQueries({ queryKey: listedQuery(api, id).queryKey });
    const add = ({ rows, skipped }: LiveFrame) => {
      if (skipped > 0) reload();
      if (rows.length === 0) return;
      setNewRows((before) => ({
        since,
        rows: [...(before?.since === since ? before.rows : []), ...rows].slice(-MAX_ARRIVALS),
      }));
    };
    return live.subscribe(
      { filter: filterOf(id), cursor: since.cursor },
      { frame: add, tally: () => undefined, reset: reload },
    );
  }, [api, id, live, queryClient, since]);
  useEffect(
    () => rejected.onChange(() => void queryClient.invalidateQueries({ queryKey: rejectedQuery(api, id).queryKey })),
    [api, id, queryClient, rejected],
  );
  if (since === undefined && !isError) return undefined;
  const rows = [...(since?.data ?? []), ...(newRows !== null && newRows.since === since ? newRows.rows : [])];
  return newestOf(rows.map(listedArrival), refused.map(rejectedArrival), tested.map(testArrival));
};
