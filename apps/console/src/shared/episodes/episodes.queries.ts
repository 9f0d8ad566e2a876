import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { type Episode, type EpisodeSummary, listEpisodes, summarizeEpisodes } from '@portico/contracts/http/episodes';
import { listEvents } from '@portico/contracts/http/events';

/** Of every question about episodes: what is changed there is asked for again by it. */
export const EPISODES_KEY = ['episodes'];
/** A change that the live connection missed is seen this soon, in milliseconds. */
const REFRESH_MS = 30_000;
/** Most episodes that marks beside other things know of. */
const MARKED = 100;

/** How many integrations fail now. Missed without a word: the menu stands without it. */
export const episodeSummaryQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...EPISODES_KEY, 'summary'],
    queryFn: ({ signal }): Promise<EpisodeSummary> => api.call(summarizeEpisodes, { signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** The episodes of now, for marks beside what is in one. `integration`: of this one only. */
export const liveEpisodesQuery = (
  api: ApiClient,
  narrowing: { integration?: number; event?: string; subject?: string } = {},
) =>
  queryOptions({
    queryKey: [...EPISODES_KEY, 'marks', narrowing],
    queryFn: ({ signal }) =>
      api.call(listEpisodes, { query: { ...narrowing, state: 'live', limit: MARKED, offset: 0 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** `isExact`: false when there are at least so many. `newest`: what the newest failure says. */
export type EpisodeFailures = { count: number; isExact: boolean; newest: string | null };

/** What is counted of the episodes in sight is counted again this often, in milliseconds. */
const RECOUNT_MS = 15_000;

/** How many failures an episode has, as the list of events counts them: the number is that of the list which it opens. */
export const episodeFailuresQuery = (api: ApiClient, { events, organizationId }: Episode) =>
  queryOptions({
    // Apart from the episodes, which change with each failure.
    queryKey: ['episode failures', events, organizationId],
    queryFn: async ({ signal }): Promise<EpisodeFailures> => {
      const query = { ...events, organizations: [organizationId], limit: 1, offset: 0 };
      const { data, count, countIsExact } = await api.call(listEvents, { query, signal });
      return { count, isExact: countIsExact, newest: data[0]?.details.message ?? null };
    },
    staleTime: RECOUNT_MS,
    // What is over has as many as it had.
    refetchInterval: events.to === undefined && RECOUNT_MS,
    meta: { isQuiet: true },
  });
