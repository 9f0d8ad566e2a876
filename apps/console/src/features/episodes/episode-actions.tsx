import { BellOff, BellRing, Hand, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Episode } from '@portico/contracts/http/episodes';
import { Button, Icon } from '@portico/ui';
import { isLive } from '../../shared/episodes/episode-words.ts';
import { useEpisodeMutations } from './episodes.queries.ts';
import * as styles from './episodes.css.ts';
import { MuteDialog } from './mute-dialog.tsx';

export type EpisodeActionsProps = { episode: Episode };

/** Buttons that acknowledge, unacknowledge and mute an episode, for operators and managers of its organization. */
export const EpisodeActions = ({ episode }: EpisodeActionsProps) => {
  const { take, release, mute } = useEpisodeMutations(episode.id);
  const [isMuting, setIsMuting] = useState(false);
  if (!episode.canOperate || !isLive(episode)) return null;
  const name = `${episode.eventName} of ${episode.integration ?? episode.integrationId}`;
  return (
    <div className={styles.actions}>
      {episode.acknowledged === null ? (
        <Button size="sm" aria-label={`Take it: ${name}`} isLoading={take.isPending} onPress={() => take.mutate()}>
          <Icon of={Hand} size="sm" />
          Take it
        </Button>
      ) : (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Give it back: ${name}`}
          isLoading={release.isPending}
          onPress={() => release.mutate()}
        >
          <Icon of={Undo2} size="sm" />
          Give it back
        </Button>
      )}
      {episode.mutedUntil === null ? (
        <Button size="sm" variant="secondary" aria-label={`Mute… ${name}`} onPress={() => setIsMuting(true)}>
          <Icon of={BellOff} size="sm" />
          Mute…
        </Button>
      ) : (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Unmute: ${name}`}
          isLoading={mute.isPending}
          onPress={() => mute.mutate(null)}
        >
          <Icon of={BellRing} size="sm" />
          Unmute
        </Button>
      )}
      {isMuting && <MuteDialog episode={episode} onClose={() => setIsMuting(false)} />}
    </div>
  );
};
