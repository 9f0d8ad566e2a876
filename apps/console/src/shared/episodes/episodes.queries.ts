import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { type EpisodeEvents, listEpisodes } from '@portico/contracts/http/episodes';
import { type EventRow, listEvents } from '@portico/contracts/http/events';

/** Of every question about episodes: what is changed there is asked for again by it. */
export const EPISODES_KEY = ['episodes'];
/** A change that the live connection missed is seen this soon, in milliseconds. */
const REFRESH_MS = 30_000;
/** Most episodes that marks beside other things know of. */
const MARKED = 100;

/** The episodes of now that a failed event may be part of. */
export const liveEpisodesQuery = (api: ApiClient, narrowing: { integration: number; event: string; subject: string }) =>
  queryOptions({
    queryKey: [...EPISODES_KEY, 'marks', narrowing],
    queryFn: ({ signal }) =>
      api.call(listEpisodes, { query: { ...narrowing, state: 'live', limit: MARKED, offset: 0 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** What a failed event says: `code` and `isRetryable` where its details have them. */
export type FailureReason = { message: string; code: string | null; isRetryable: boolean | null };

/** `isExact`: false when there are at least so many. `newest`: of the newest failure. */
export type EpisodeFailures = { count: number; isExact: boolean; newest: FailureReason | null };

const reasonOf = ({ message, error }: EventRow['details']): FailureReason => {
  const { code, retryable } = { ...(typeof error === 'object' && error) } as Record<string, unknown>;
  return {
    message,
    code: typeof code === 'string' ? code : null,
    isRetryable: typeof retryable === 'boolean' ? retryable : null,
  };
};

/** What is counted of the episodes in sight is counted again this often, in milliseconds. */
const RECOUNT_MS = 15_000;

/** Which events failed. */
export type FailedEvents = { events: Partial<EpisodeEvents>; organizationId: number };

/** How many failures there are, as the list of events counts them: the number is that of the list which it opens. */
export const episodeFailuresQuery = (api: ApiClient, { events, organizationId }: FailedEvents) =>
  queryOptions({
    // Apart from the episodes, which change with each failure.
    queryKey: ['episode failures', events, organizationId],
    queryFn: async ({ signal }): Promise<EpisodeFailures> => {
      const query = { ...events, organizations: [organizationId], limit: 1, offset: 0 };
      const { data, count, countIsExact } = await api.call(listEvents, { query, signal });
      return { count, isExact: countIsExact, newest: data[0] ? reasonOf(data[0].details) : null };
    },
    staleTime: RECOUNT_MS,
    // What is over has as many as it had.
    refetchInterval: events.to === undefined && RECOUNT_MS,
    meta: { isQuiet: true },
  });
