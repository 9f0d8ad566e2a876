import { useQuery } from '@tanstack/react-query';
import { textLink } from '@portico/ui/styles';
import type { Episode } from '@portico/contracts/http/episodes';
import { useApi } from '../../api/use-api.ts';
import {
  failuresText,
  impactText,
  isLive,
  organizationOf,
  sinceText,
  takenText,
} from '../../shared/episodes/episode-words.ts';
import { episodeFailuresQuery } from '../../shared/episodes/episodes.queries.ts';
import { useNow } from '../../shared/health/ago.tsx';
import { episodeEventsHref } from '../../shared/health/hrefs.ts';
import { useTimeZone } from '../../shared/time/time-zone.ts';
import * as styles from './episodes.css.ts';

type EpisodeFactsProps = {
  episode: Episode;
  viewer: number;
  /** Whether the row has been visible. The console counts failures only for visible rows. */
  isSeen: boolean;
  /** Shows the organization, for viewers of several organizations. */
  isOwnerShown: boolean;
};

/** An episode's start, number of failures (once loaded), impact, and assignee. */
export const EpisodeFacts = ({ episode, viewer, isSeen, isOwnerShown }: EpisodeFactsProps) => {
  const api = useApi();
  const now = useNow();
  const zone = useTimeZone();
  const { data } = useQuery({ ...episodeFailuresQuery(api, episode), enabled: isSeen });
  const isTaken = isLive(episode) || episode.acknowledged !== null;
  return (
    <p className={styles.facts}>
      {isOwnerShown && <span className={styles.fact}>{organizationOf(episode)}</span>}
      <span className={styles.fact}>{sinceText(episode, now, zone)}</span>
      {data && (
        <span className={styles.fact}>
          <a className={textLink} href={episodeEventsHref(episode.events, episode.organizationId)}>
            {failuresText(data)}
          </a>
        </span>
      )}
      {episode.impact && episode.impact.failures > 0 && (
        <span className={styles.fact}>{impactText(episode.impact)}</span>
      )}
      {isTaken && <span className={styles.fact}>{takenText(episode, viewer)}</span>}
    </p>
  );
};
