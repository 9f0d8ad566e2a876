import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { type EpisodeEvents, listEpisodes } from '@portico/contracts/http/episodes';
import { type EventRow, listEvents } from '@portico/contracts/http/events';
import { QUIET, quiet, readQuery } from '../../api/calls.ts';

/** Key prefix of all episode queries; mutations invalidate it. */
export const EPISODES_KEY = ['episodes'];
/** Poll interval in milliseconds, for changes that the live connection missed. */
const REFRESH_MS = 30_000;
/** Maximum number of live episodes among which the console looks for the episode of a failed event. */
const MAX_EPISODES = 100;

/** The live episodes that a failed event may belong to. */
export const liveEpisodesQuery = (api: ApiClient, narrowing: { integration: number; event: string; subject: string }) =>
  readQuery(
    api,
    [...EPISODES_KEY, 'marks', narrowing],
    listEpisodes,
    { query: { ...narrowing, state: 'live', limit: MAX_EPISODES, offset: 0 } },
    quiet(REFRESH_MS),
  );

/** The failure reason of an event: `code` and `isRetryable` if its details have them. */
export type FailureReason = { message: string; code: string | null; isRetryable: boolean | null };

/** Failures of an episode. `isExact` is false if `count` is a lower bound. `newest` is the reason of the newest failure. */
export type EpisodeFailures = { count: number; isExact: boolean; newest: FailureReason | null };

const reasonOf = ({ message, error }: EventRow['details']): FailureReason => {
  const { code, retryable } = { ...(typeof error === 'object' && error) } as Record<string, unknown>;
  return {
    message,
    code: typeof code === 'string' ? code : null,
    isRetryable: typeof retryable === 'boolean' ? retryable : null,
  };
};

/** Poll interval in milliseconds for the number of failures of a visible episode. */
const RECOUNT_MS = 15_000;

type FailedEvents = { events: Partial<EpisodeEvents>; organizationId: number };

/** Counts an episode's failures with the request of the events list, so that the number matches the linked list. */
export const episodeFailuresQuery = (api: ApiClient, { events, organizationId }: FailedEvents) =>
  queryOptions({
    // A separate key, because each failure invalidates the queries of episodes.
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
