import { useRef } from 'react';
import type { Episode } from '@portico/contracts/http/episodes';
import { plainTitleOf, titleOf } from '../../shared/episodes/episode-words.ts';
import { useNow } from '../../shared/health/ago.tsx';
import { episodeHref } from '../../shared/health/hrefs.ts';
import { EpisodeActions } from './episode-actions.tsx';
import { EpisodeFacts } from './episode-facts.tsx';
import { EpisodeState } from './episode-state.tsx';
import { useSeen } from './use-seen.ts';
import * as styles from './episodes.css.ts';

export type EpisodeRowProps = {
  episode: Episode;
  viewer: number;
  /** Without the names of events, which are the integrations' own. */
  isPlain: boolean;
  isOwnerShown: boolean;
};

/** One episode as a sentence, and what can be done about it. */
export const EpisodeRow = ({ episode, viewer, isPlain, isOwnerShown }: EpisodeRowProps) => {
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
