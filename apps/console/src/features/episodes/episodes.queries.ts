import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import { type EpisodeSettling, setEpisodeSettling } from '@portico/contracts/http/episode-settling';
import {
  acknowledgeEpisode,
  assignEpisode,
  type Episode,
  type EpisodeDetail,
  getEpisode,
  getEpisodeKinds,
  listEpisodes,
  muteEpisode,
  noteEpisode,
  releaseEpisode,
} from '@portico/contracts/http/episodes';
import { changeEpisodes } from '@portico/contracts/http/connect';
import { listEvents } from '@portico/contracts/http/events';
import { listIntegrations } from '@portico/contracts/http/integrations';
import { useApi } from '../../api/use-api.ts';
import { QUIET, quiet, readQuery, useChange } from '../../api/calls.ts';
import { EPISODES_KEY } from '../../shared/episodes/episodes.queries.ts';
import { replaceRow } from '../../shared/lists/change-rows.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';
import type { EpisodesSearch } from './episodes-search.ts';

const LISTS = [...EPISODES_KEY, 'list'];
/** Poll interval in milliseconds, for changes that the live connection missed. */
const REFRESH_MS = 30_000;

/** One page of episodes. The server lists episodes above the threshold first, ordered by impact. */
export const episodeListQuery = (api: ApiClient, { page = 1, state, ...narrowing }: EpisodesSearch) => {
  const query = { ...narrowing, state: state ?? 'live', limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } as const;
  return readQuery(
    api,
    [...LISTS, query],
    listEpisodes,
    { query },
    { placeholderData: keepPreviousData, ...quiet(REFRESH_MS) },
  );
};

/** The number of integrations that the viewer may see. */
export const integrationCountQuery = (api: ApiClient, isAdmin: boolean) =>
  queryOptions({
    queryKey: ['episode integrations', isAdmin],
    queryFn: async ({ signal }): Promise<number> =>
      isAdmin
        ? (await api.call(listIntegrations, { query: { limit: 1, offset: 0 }, signal })).count
        : (await api.call(listEvents, { query: { limit: 1, offset: 0 }, signal })).integrationCount,
    staleTime: 60_000,
    ...QUIET,
  });

export const episodeQuery = (api: ApiClient, id: number) =>
  readQuery(api, [...EPISODES_KEY, 'one', id], getEpisode, { params: { id } }, quiet(REFRESH_MS));

export const episodeKindsQuery = (api: ApiClient, { id }: Pick<Episode, 'id'>) =>
  readQuery(
    api,
    ['episode kinds', id],
    getEpisodeKinds,
    { params: { id } },
    { staleTime: REFRESH_MS, ...quiet(REFRESH_MS) },
  );

/** Actions on an episode. The lists and the page show the response immediately; a toast shows an error. */
export const useEpisodeMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const params = { id };
  const options = {
    onSuccess: (episode: Episode) => {
      replaceRow(queryClient, LISTS, episode);
      queryClient.setQueryData<EpisodeDetail>(
        episodeQuery(api, id).queryKey,
        (known) => known && { ...known, ...episode },
      );
    },
    onError: (error: unknown) => tellFailure('episodeChange', error),
    // Refetches after a rejection too, because the shown state may be outdated.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: EPISODES_KEY }),
  };
  return {
    take: useChange(acknowledgeEpisode, () => ({ params }), options),
    release: useChange(releaseEpisode, () => ({ params }), options),
    assign: useChange(assignEpisode, (userId: number | null) => ({ params, body: { userId } }), options),
    note: useChange(noteEpisode, (note: string | null) => ({ params, body: { note } }), options),
    mute: useChange(muteEpisode, (until: string | null) => ({ params, body: { until } }), options),
  };
};

/** Turns separate episodes for each subject of an integration on or off. */
export const useBySubject = ({ id, integrationId }: EpisodeDetail) => {
  const api = useApi();
  const queryClient = useQueryClient();
  return useChange(changeEpisodes, (bySubject: boolean) => ({ params: { id: integrationId }, body: { bySubject } }), {
    // Shows the response without a refetch, because the alerts service receives the change a moment later.
    onSuccess: ({ bySubject }) =>
      queryClient.setQueryData<EpisodeDetail>(
        episodeQuery(api, id).queryKey,
        (known) => known && { ...known, bySubject },
      ),
  });
};

/** Sets an integration's threshold for notices, and the time without a failure after which an episode ends. */
export const useSettling = (integrationId: number) => {
  const queryClient = useQueryClient();
  return useChange(setEpisodeSettling, (body: EpisodeSettling) => ({ params: { id: integrationId }, body }), {
    onSettled: () => void queryClient.invalidateQueries({ queryKey: EPISODES_KEY }),
  });
};
