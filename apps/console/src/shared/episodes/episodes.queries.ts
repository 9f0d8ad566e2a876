import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { type EpisodeEvents, listEpisodes } from '@portico/contracts/http/episodes';
import { type EventRow, listEvents } from '@portico/contracts/http/events';
import { QUIET, quiet, readQuery } from '../../api/calls.ts';

/** Key prefix of all episode queries; mutations invalidate it. */
export const EPISODES_KEY = ['episodes'];
/** Poll interval in milliseconds, for changes that the live connection missed. */
const REFRESH_MS = 30_000;
/** Maximum episodes that marks are based on. */
const MARKED = 100;

/** The live episodes that a failed event may belong to. */
export const liveEpisodesQuery = (api: ApiClient, narrowing: { integration: number; event: string; subject: string }) =>
  readQuery(
    api,
    [...EPISODES_KEY, 'marks', narrowing],
    listEpisodes,
    { query: { ...narrowing, state: 'live', limit: MARKED, offset: 0 } },
    quiet(REFRESH_MS),
  );

/** The failure reason of an event: `code` and `isRetryable` if its details have them. */
export type FailureReason = { message: string; code: string | null; isRetryable: boolean | null };

/** `isExact`: false if `count` is a lower bound. `newest`: reason of the newest failure. */
export type EpisodeFailures = { count: number; isExact: boolean; newest: FailureReason | null };

const reasonOf = ({ message, error }: EventRow['details']): FailureReason => {
  const { code, retryable } = { ...(typeof error === 'object' && error) } as Record<string, unknown>;
  return {
    message,
    code: typeof code === 'string' ? code : null,
    isRetryable: typeof retryable === 'boolean' ? retryable : null,
  };
};

/** Poll interval of the counts of visible episodes, in milliseconds. */
const RECOUNT_MS = 15_000;

/** The filter for an episode's failures. */
type FailedEvents = { events: Partial<EpisodeEvents>; organizationId: number };

/** The number of failures, taken from the list of events, so that it equals the list that it opens. */
export const episodeFailuresQuery = (api: ApiClient, { events, organizationId }: FailedEvents) =>
  queryOptions({
    // A separate key, because the episodes change with each failure.
    queryKey: ['episode failures', events, organizationId],
    queryFn: async ({ signal }): Promise<EpisodeFailures> => {
      const query = { ...events, organizations: [organizationId], limit: 1, offset: 0 };
      const { data, count, countIsExact } = await api.call(listEvents, { query, signal });
      return { count, isExact: countIsExact, newest: data[0] ? reasonOf(data[0].details) : null };
    },
    staleTime: RECOUNT_MS,
    // The count of a closed episode is final.
    refetchInterval: events.to === undefined && RECOUNT_MS,
    ...QUIET,
  });
