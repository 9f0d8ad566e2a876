import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CircleCheck, History, SearchX } from 'lucide-react';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import type { Episode } from '@portico/contracts/http/episodes';
import { EmptyState, formatNumber, Pagination, Screen, Skeleton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { integrationOf, organizationOf } from '../../shared/episodes/episode-words.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { EpisodeRow } from './episode-row.tsx';
import type { EpisodesSearch } from './episodes-search.ts';
import { episodeListQuery, integrationCountQuery } from './episodes.queries.ts';
import { Narrowing } from './narrowing.tsx';
import type { Choice } from './narrowing.queries.ts';
import * as styles from './episodes.css.ts';

export type EpisodesScreenProps = {
  viewer: number;
  isAdmin: boolean;
  /** Says what it means instead of naming events, for customers. */
  isPlain: boolean;
  /** Those that a member belongs to. */
  organizations: readonly Choice[];
  search: EpisodesSearch;
  onSearchChange: (search: EpisodesSearch, options?: { replace: boolean }) => void;
  /** What is silent stands above what fails. */
  silence: ReactNode;
};

const integrationsIn = (episodes: readonly Episode[]): Choice[] => [
  ...new Map(episodes.map((one) => [one.integrationId, { id: one.integrationId, text: integrationOf(one) }])).values(),
];
const organizationsIn = (episodes: readonly Episode[]): Choice[] =>
  episodes.map((one) => ({ id: one.organizationId, text: organizationOf(one) }));

const watched = (count: number): string =>
  count === 1 ? 'One integration is watched.' : `${formatNumber(count)} integrations are watched.`;

const Nothing = ({ isAdmin, search }: Pick<EpisodesScreenProps, 'isAdmin' | 'search'>) => {
  const api = useApi();
  const { state, organization, integration, assignee } = search;
  const isNarrowed = organization !== undefined || integration !== undefined || assignee !== undefined;
  const isWell = !isNarrowed && state === undefined;
  const count = useQuery({ ...integrationCountQuery(api, isAdmin), enabled: isWell }).data ?? 0;
  if (isNarrowed) return <EmptyState isFramed icon={SearchX} title="No results." />;
  if (state === 'over')
    return <EmptyState isFramed icon={History} title="Nothing has failed yet." text="What is over stands here." />;
  return (
    <EmptyState isFramed icon={CircleCheck} title="Nothing is failing." {...(count > 0 && { text: watched(count) })} />
  );
};

/** Integrations whose events fail, each since when, and who cares for it. */
export const EpisodesScreen = (props: EpisodesScreenProps) => {
  const api = useApi();
  const { viewer, isAdmin, isPlain, organizations, search, onSearchChange, silence } = props;
  const query = useQuery(episodeListQuery(api, search));
  const { data, isPlaceholderData } = query;
  const { page: _, ...narrowing } = search;
  const episodes = data?.data ?? [];
  return (
    <Screen
      heading="Episodes"
      lead="An episode begins when events of one name fail, and ends by itself when they succeed again."
    >
      {silence}
      <Narrowing
        {...{ search, isAdmin }}
        organizations={isAdmin ? organizationsIn(episodes) : organizations}
        integrations={integrationsIn(episodes)}
        onNarrow={(change) => onSearchChange({ ...narrowing, ...change })}
      />
      {query.isError && data === undefined && <LoadFailure title="Episodes could not be loaded" query={query} />}
      {query.isPending && (
        <div aria-busy>
          <Skeleton height="10rem" />
        </div>
      )}
      {data && episodes.length === 0 && <Nothing {...{ isAdmin, search }} />}
      {episodes.length > 0 && (
        <ul className={styles.list} aria-label="Episodes" {...(isPlaceholderData && { 'data-stale': true })}>
          {episodes.map((episode) => (
            <EpisodeRow
              key={episode.id}
              {...{ episode, viewer, isPlain }}
              isOwnerShown={isAdmin || organizations.length > 1}
            />
          ))}
        </ul>
      )}
      {data && (
        <Pagination
          page={search.page ?? 1}
          count={data.count}
          size={PAGE_SIZE}
          isBusy={isPlaceholderData}
          onPageChange={(next, options) => onSearchChange({ ...search, page: next === 1 ? undefined : next }, options)}
        />
      )}
    </Screen>
  );
};
