import { queryOptions } from '@tanstack/react-query';
import { ApiError, type ApiClient } from '@portico/api-client';
import { getTrace, type EventTrace } from '@portico/contracts/http/event-traces';

const NO_EVENTS: EventTrace = { data: [], isComplete: true };

/** Every event of a trace that the viewer may see; none when there is none, as of a row that is not stored yet. */
export const traceQuery = (api: ApiClient, trace: string) =>
  queryOptions({
    queryKey: ['events', 'trace', trace],
    queryFn: async ({ signal }) => {
      try {
        return await api.call(getTrace, { params: { trace_id: trace }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return NO_EVENTS;
        throw error;
      }
    },
    staleTime: 5_000,
    gcTime: 60_000,
    meta: { isQuiet: true },
  });
