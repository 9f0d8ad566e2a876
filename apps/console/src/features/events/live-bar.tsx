import { Pause, Play } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button, formatNumber, Icon } from '@portico/ui';
import { visuallyHidden } from '@portico/ui/styles';
import { useLive } from '../../api/use-api.ts';
import { HINTS, PAST, POLLED, wordOf } from './live-words.ts';
import * as styles from './live-bar.css.ts';
import { useAnnouncement } from './use-announcement.ts';
import type { ShownLive } from './use-live-list.ts';

export type LiveBarProps = {
  shown: Pick<ShownLive, 'pausing' | 'news' | 'skipped' | 'come' | 'isPast'>;
  /** Without its connection the list is loaded again and again. */
  isPolled: boolean;
};

/** The button stays one and the same, so that it keeps the focus. */
const PauseControls = ({ pausing }: Pick<ShownLive, 'pausing'>) => {
  const isPaused = pausing.reason !== null;
  const hint = pausing.reason && HINTS[pausing.reason];
  return (
    <>
      <Button variant="ghost" size="sm" aria-keyshortcuts="Space" onPress={pausing.toggle}>
        <Icon of={isPaused ? Play : Pause} size="sm" />
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {hint !== null && <span className={styles.note}>{hint}</span>}
    </>
  );
};

/** How current the list is, what is not in it, and the button that pauses it; or that it is of the past. */
export const LiveBar = ({ isPolled, shown: { pausing, news, skipped, come, isPast } }: LiveBarProps) => {
  const live = useLive();
  const health = useSyncExternalStore(live.onHealth, live.health);
  const isPaused = pausing.reason !== null;
  const current = isPolled ? POLLED : wordOf(health, isPaused);
  const { look, word } = isPast ? PAST : current;
  const announcement = useAnnouncement(word, isPaused && news !== null ? news : come);
  return (
    <section className={styles.bar} aria-label="Live">
      <span className={styles.pill} data-look={look}>
        <span aria-hidden className={styles.dot} />
        {word}
      </span>
      {isPast ? <span className={styles.note}>New events are not in it</span> : <PauseControls pausing={pausing} />}
      {skipped > 0 && <span className={styles.warning}>{formatNumber(skipped)} not shown</span>}
      {health.isHistoryLagging && (
        <span className={styles.warning} title="New events are shown live and will be stored later">
          History lagging
        </span>
      )}
      <output aria-live="polite" className={visuallyHidden}>
        {announcement}
      </output>
    </section>
  );
};
