import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { Badge } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { episodeHref } from '../../../shared/health/hrefs.ts';
import { liveEpisodesQuery } from '../../../shared/episodes/episodes.queries.ts';
import { mark } from '../../../shared/episodes/part-of-episode.css.ts';

type PartOfEpisodeProps = {
  /** The event's own fields. */
  event: { source_id: number; event_name: string; subject: string; result: string; timestamp: string };
};

/** Marks a failed event as part of a live episode. */
export const PartOfEpisode = ({ event }: PartOfEpisodeProps) => {
  const api = useApi();
  const { source_id: integration, event_name, subject, result, timestamp } = event;
  const query = liveEpisodesQuery(api, { integration, event: event_name, subject });
  const { data } = useQuery({ ...query, enabled: result === 'FAILURE' });
  const episode = data?.data.find(({ firstFailureAt }) => Date.parse(timestamp) >= Date.parse(firstFailureAt));
  if (episode === undefined) return null;
  return (
    <a className={mark} href={episodeHref(episode.id)}>
      <Badge tone="danger" icon={Siren}>
        Part of an episode
      </Badge>
    </a>
  );
};
