import { BellOff, BellRing, Hand, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Episode } from '@portico/contracts/http/episodes';
import { Button, Dialog, formatTime, Icon, Select } from '@portico/ui';
import { integrationOf, isLive } from '../../shared/episodes/episode-words.ts';
import { useEpisodeMutations } from './episodes.queries.ts';
import * as styles from './episodes.css.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const SPANS = [
  { value: 'hour', text: 'An hour', until: (now: number) => now + HOUR },
  { value: 'hours', text: '4 hours', until: (now: number) => now + 4 * HOUR },
  {
    value: 'morning',
    text: 'Until tomorrow at 8',
    until: (now: number) => {
      const day = new Date(now + DAY);
      return day.setHours(8, 0, 0, 0);
    },
  },
  { value: 'week', text: '7 days', until: (now: number) => now + 7 * DAY },
  // Slightly less than the maximum, to allow for network delays.
  { value: 'month', text: '30 days', until: (now: number) => now + 30 * DAY - 60_000 },
] as const;
type Span = (typeof SPANS)[number]['value'];

type MuteDialogProps = { episode: Episode; onClose: () => void };

/** Mutes an episode's notices for a chosen time. */
const MuteDialog = ({ episode, onClose }: MuteDialogProps) => {
  const { mute } = useEpisodeMutations(episode.id);
  const [span, setSpan] = useState<Span>('hours');
  const [now] = useState(() => serverNow());
  const until = (SPANS.find(({ value }) => value === span) ?? SPANS[0]).until(now);
  return (
    <Dialog
      title={`Mute ${episode.eventName} of ${integrationOf(episode)}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={mute.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button
            isLoading={mute.isPending}
            onPress={() => mute.mutate(new Date(until).toISOString(), { onSuccess: onClose })}
          >
            Mute
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p className={styles.note}>
          No one is notified of this episode until then, not even when it is over. It stays on this screen.
        </p>
        <Select
          label="For how long"
          options={SPANS}
          value={span}
          onChange={setSpan}
          description={`Until ${formatTime(until, 'local', 'short')}`}
        />
      </div>
    </Dialog>
  );
};

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
