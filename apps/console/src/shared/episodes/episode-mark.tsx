import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import type { Episode } from '@portico/contracts/http/episodes';
import { Badge, formatDuration } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { useNow } from '../health/ago.tsx';
import { episodeHref } from '../health/hrefs.ts';
import { takenText, titleOf } from './episode-words.ts';
import { liveEpisodesQuery } from './episodes.queries.ts';
import * as styles from './episode-mark.css.ts';

const MINUTE = 60_000;

/** Beside an integration: since when it fails, and the way to the episode. */
export const EpisodeMark = ({ episode }: { episode: Episode }) => {
  const now = useNow();
  const span = formatDuration(Math.max(MINUTE, now - Date.parse(episode.firstFailureAt)));
  const isOpen = episode.state === 'open';
  return (
    <a className={styles.mark} href={episodeHref(episode.id)} title={titleOf(episode, now)}>
      <Badge tone={isOpen ? 'danger' : 'warning'} icon={Siren}>
        {isOpen ? `Failing for ${span}` : 'Recovering'}
      </Badge>
    </a>
  );
};

/** On the page of an integration: what of it fails now. Nothing when nothing does. */
export const EpisodesOf = ({ integration, viewer }: { integration: number; viewer: number }) => {
  const api = useApi();
  const { data } = useQuery(liveEpisodesQuery(api, { integration }));
  const now = useNow();
  if (data === undefined || data.data.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Episodes of this integration">
      {data.data.map((episode) => (
        <li key={episode.id} className={styles.item}>
          <Badge tone={episode.state === 'open' ? 'danger' : 'warning'} icon={Siren}>
            {episode.state === 'open' ? 'Failing' : 'Recovering'}
          </Badge>
          <a className={styles.link} href={episodeHref(episode.id)}>
            {titleOf(episode, now)}
          </a>
          <span className={styles.who}>{takenText(episode, viewer)}</span>
        </li>
      ))}
    </ul>
  );
};

export type PartOfEpisodeProps = {
  /** What an event says of itself. */
  event: { source_id: number; event_name: string; subject: string; result: string; timestamp: string };
};

/** Beside a failed event: that it is part of an episode of now. */
export const PartOfEpisode = ({ event }: PartOfEpisodeProps) => {
  const api = useApi();
  const { source_id: integration, event_name, subject, result, timestamp } = event;
  const query = liveEpisodesQuery(api, { integration, event: event_name, subject });
  const { data } = useQuery({ ...query, enabled: result === 'FAILURE' });
  const episode = data?.data.find(({ firstFailureAt }) => Date.parse(timestamp) >= Date.parse(firstFailureAt));
  if (episode === undefined) return null;
  return (
    <a className={styles.mark} href={episodeHref(episode.id)}>
      <Badge tone="danger" icon={Siren}>
        Part of an episode
      </Badge>
    </a>
  );
};
