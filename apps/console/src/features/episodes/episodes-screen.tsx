import { useQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '@portico/contracts/common/page';
import type { Episode } from '@portico/contracts/http/episodes';
import { Pagination, Screen } from '@portico/ui';
import { nameOf } from '../../shared/health/names.ts';
import { useApi } from '../../api/use-api.ts';
import { organizationOf, plainTitleOf, titleOf } from '../../shared/episodes/episode-words.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { CustomerTrouble, type CustomerTroubleProps } from './customer-trouble.tsx';
import type { EpisodesSearch } from './episodes-search.ts';
import { episodeListQuery } from './episodes.queries.ts';
import { Narrowing } from './narrowing.tsx';
import type { Choice } from './narrowing.queries.ts';
import { Nothing } from './nothing.tsx';
import * as styles from './episodes.css.ts';
import { useRef } from 'react';
import { useNow } from '../../shared/health/ago.tsx';
import { episodeHref } from '../../shared/health/hrefs.ts';
import { EpisodeActions } from './episode-actions.tsx';
import { EpisodeFacts } from './episode-facts.tsx';
import { EpisodeState } from './episode-state.tsx';
import { useSeen } from './use-seen.ts';

type EpisodeRowProps = {
  episode: Episode;
  viewer: number;
  /** Omits event names, which are internal to integrations. */
  isPlain: boolean;
  isOwnerShown: boolean;
};

const EpisodeRow = ({ episode, viewer, isPlain, isOwnerShown }: EpisodeRowProps) => {
  const row = useRef<HTMLLIElement>(null);
  const isSeen = useSeen(row);
  const now = useNow();
  return (
    <li ref={row} className={styles.row}>
      <div className={styles.words}>
        <p className={styles.states}>
          <EpisodeState episode={episode} />
        </p>
        <h2 className={styles.title}>
          <a className={styles.titleLink} href={episodeHref(episode.id)}>
            {isPlain ? plainTitleOf(episode, null) : titleOf(episode, now)}
          </a>
        </h2>
        <EpisodeFacts {...{ episode, viewer, isSeen, isOwnerShown }} />
        {episode.note !== null && <p className={styles.noteCut}>{episode.note}</p>}
      </div>
      <EpisodeActions episode={episode} />
    </li>
  );
};

export type EpisodesScreenProps = {
  viewer: number;
  isAdmin: boolean;
  /** Describes the consequence instead of event names, for customers. */
  isPlain: boolean;
  organizations: readonly Choice[];
  search: EpisodesSearch;
  onSearchChange: (search: EpisodesSearch, options?: { replace: boolean }) => void;
} & Pick<CustomerTroubleProps, 'supportEmail' | 'silentActions'>;

const integrationsIn = (episodes: readonly Episode[]): Choice[] => [
  ...new Map(episodes.map((one) => [one.integrationId, { id: one.integrationId, text: nameOf(one) }])).values(),
];
const organizationsIn = (episodes: readonly Episode[]): Choice[] =>
  episodes.map((one) => ({ id: one.organizationId, text: organizationOf(one) }));

type EpisodeListProps = Omit<EpisodesScreenProps, 'supportEmail' | 'silentActions'>;

const EpisodeList = (props: EpisodeListProps) => {
  const api = useApi();
  const { viewer, isAdmin, isPlain, organizations, search, onSearchChange } = props;
  const query = useQuery(episodeListQuery(api, search));
  const { data, isPlaceholderData } = query;
  const { page: _, ...narrowing } = search;
  const episodes = data?.data ?? [];
  return (
    <>
      <Narrowing
        {...{ search, isAdmin, isPlain }}
        organizations={isAdmin ? organizationsIn(episodes) : organizations}
        integrations={integrationsIn(episodes)}
        onNarrow={(change) => onSearchChange({ ...narrowing, ...change })}
      />
      {!data && <LoadState title="Episodes could not be loaded" query={query} height="10rem" />}
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
    </>
  );
};

/** Lists episodes with their start and assignee. For customers, current trouble appears as one card per integration. */
export const EpisodesScreen = ({ supportEmail, silentActions, ...props }: EpisodesScreenProps) => {
  const { isPlain, search } = props;
  return (
    <Screen
      heading="Episodes"
      lead={
        isPlain
          ? 'Problems with your integrations: when they began and what you can do.'
          : 'An episode begins when events of one name fail, and ends when they succeed again.'
      }
    >
      {isPlain && search.state === undefined ? (
        <CustomerTrouble {...{ ...props, supportEmail, silentActions }} />
      ) : (
        <EpisodeList {...props} />
      )}
    </Screen>
  );
};
