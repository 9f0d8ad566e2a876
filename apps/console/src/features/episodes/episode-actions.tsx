import { BellOff, BellRing, Hand, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Episode } from '@portico/contracts/http/episodes';
import { Button, Icon, Row } from '@portico/ui';
import { nameOf } from '../../shared/health/names.ts';
import { isLive } from '../../shared/episodes/episode-words.ts';
import { useEpisodeMutations } from './episodes.queries.ts';
import { DAY, HOUR, morning, UntilDialog } from '../../shared/time/until-dialog.tsx';

const SPANS = [
  { value: 'hour', text: 'An hour', until: (now: number) => now + HOUR },
  { value: 'hours', text: '4 hours', until: (now: number) => now + 4 * HOUR },
  { value: 'morning', text: 'Until tomorrow at 8', until: morning(1) },
  { value: 'week', text: '7 days', until: (now: number) => now + 7 * DAY },
  // One minute less than the maximum of 30 days, to allow for network delays.
  { value: 'month', text: '30 days', until: (now: number) => now + 30 * DAY - 60_000 },
] as const;

const MuteDialog = ({ episode, onClose }: { episode: Episode; onClose: () => void }) => {
  const { mute } = useEpisodeMutations(episode.id);
  return (
    <UntilDialog
      title={`Mute ${episode.eventName} of ${nameOf(episode)}`}
      action="Mute"
      note="Portico sends no notices about this episode until then, not even when it is over. The episode stays on this screen."
      spans={SPANS}
      initial="hours"
      // The dialog shows no error, because a toast already shows the reason.
      change={{ ...mute, error: null }}
      onAct={(until) => mute.mutate(until, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
};

/** Buttons that acknowledge, unacknowledge and mute an episode, for operators and managers of its organization. */
export const EpisodeActions = ({ episode }: { episode: Episode }) => {
  const { take, release, mute } = useEpisodeMutations(episode.id);
  const [isMuting, setIsMuting] = useState(false);
  if (!episode.canOperate || !isLive(episode)) return null;
  const name = `${episode.eventName} of ${episode.integration ?? episode.integrationId}`;
  return (
    <Row>
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
    </Row>
  );
};
