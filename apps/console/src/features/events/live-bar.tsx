import type { LiveTally } from '@portico/contracts/live';
import { ArrowUp, Pause, Play } from 'lucide-react';
import { useSyncExternalStore, useEffect, useEffectEvent, useState } from 'react';
import { Button, counted, formatNumber, Icon } from '@portico/ui';
import { visuallyHidden } from '@portico/ui/styles';
import { useLive } from '../../api/use-api.ts';
import type { LiveHealth } from '../../api/live-source.ts';
import type { PauseReason } from './use-pausing.ts';
import { POLL_MS } from './use-polling.ts';
import * as styles from './live-bar.css.ts';
import { scrollToTop } from './scrolling.ts';
import type { ShownLive } from './use-live-list.ts';

/** Text and style of the pill that shows the state of the list. */
type LiveWord = { look: 'waiting' | 'live' | 'paused' | 'late'; word: string };

const PAST_RANGE: LiveWord = { look: 'waiting', word: 'Past range' };
const POLLED: LiveWord = { look: 'late', word: `Not live, refreshing every ${formatNumber(POLL_MS / 1_000)} s` };

/** The state as a sentence for screen readers. It omits the seconds of the delay, which change constantly. */
const stateText = (word: string): string =>
  word === PAST_RANGE.word ? 'The list shows a past range' : `The list is ${word.replace(/ by .*/, '').toLowerCase()}`;

/** If several states apply, returns the worst state. */
const wordOf = ({ state, behind }: LiveHealth, isPaused: boolean): LiveWord => {
  if (state === 'connecting') return { look: 'waiting', word: 'Connecting' };
  if (state === 'reconnecting') return { look: 'late', word: 'Reconnecting' };
  if (behind > 0) return { look: 'late', word: `Behind by ${formatNumber(behind)} s` };
  if (isPaused) return { look: 'paused', word: 'Paused' };
  return state === 'catching-up' ? { look: 'late', word: 'Catching up' } : { look: 'live', word: 'Live' };
};

const newsText = ({ arrived, failed }: LiveTally): string =>
  `${formatNumber(arrived)} new${failed > 0 ? `, ${formatNumber(failed)} failed` : ''}`;

/** How an automatic pause ends; null for a pause by the viewer. */
const HINTS: Readonly<Record<PauseReason, string | null>> = {
  viewer: null,
  scrolled: 'Resumes when you scroll to the top',
  reading: 'Resumes when you close the event',
  focused: 'Resumes when you leave the row',
};

/** Interval of the announcements of new rows. */
const SUMMARY_MS = 10_000;

/** The text for screen readers: each new state, and every {@link SUMMARY_MS} the number of rows that arrived since the last summary. */
const useAnnouncement = (word: string, count: LiveTally): string => {
  const state = stateText(word);
  const [announced, setAnnounced] = useState({ state, text: state, count });
  if (announced.state !== state) setAnnounced({ state, text: state, count });

  const summarize = useEffectEvent(() => {
    // After a reload of the list, the count starts from zero.
    const before = count.arrived < announced.count.arrived ? { arrived: 0, failed: 0 } : announced.count;
    const arrived = count.arrived - before.arrived;
    if (arrived === 0) return;
    setAnnounced({ state, text: newsText({ arrived, failed: Math.max(0, count.failed - before.failed) }), count });
  });
  useEffect(() => {
    const timer = setInterval(() => summarize(), SUMMARY_MS);
    return () => clearInterval(timer);
  }, []);
  return announced.text;
};

type LiveBarProps = {
  shown: Pick<ShownLive, 'pausing' | 'news' | 'skipped' | 'come' | 'isPast'>;
  /** Whether the console polls the list, because it has no live connection. */
  isPolled: boolean;
};

/** The number of new rows during a pause, as a button that shows the rows. */
const NewRows = ({ pausing, news }: Pick<ShownLive, 'pausing' | 'news'>) => {
  if (pausing.reason === null || news === null || news.arrived === 0) return null;
  const show = () => {
    scrollToTop();
    // Scrolling to the top ends a pause with the reason `scrolled`.
    if (pausing.reason !== 'scrolled') pausing.toggle();
  };
  return (
    <button
      type="button"
      className={styles.news}
      data-failed={news.failed > 0}
      title="Show the new events"
      onClick={show}
    >
      <Icon of={ArrowUp} size="sm" />
      {newsText(news)}
    </button>
  );
};

/** Pause and Resume are one button element, so that the button keeps the focus. */
const PauseControls = ({ pausing, news }: Pick<ShownLive, 'pausing' | 'news'>) => {
  const isPaused = pausing.reason !== null;
  const hint = pausing.reason && HINTS[pausing.reason];
  return (
    <>
      <Button variant="ghost" size="sm" aria-keyshortcuts="Space" onPress={pausing.toggle}>
        <Icon of={isPaused ? Play : Pause} size="sm" />
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <NewRows {...{ pausing, news }} />
      {hint !== null && <span className={styles.note}>{hint}</span>}
    </>
  );
};

export const LiveBar = ({ isPolled, shown: { pausing, news, skipped, come, isPast } }: LiveBarProps) => {
  const live = useLive();
  const health = useSyncExternalStore(live.onHealth, live.health);
  const isPaused = pausing.reason !== null;
  const current = isPolled ? POLLED : wordOf(health, isPaused);
  const { look, word } = isPast ? PAST_RANGE : current;
  const announcement = useAnnouncement(word, isPaused && news !== null ? news : come);
  return (
    <section className={styles.bar} aria-label="Live">
      <span className={styles.pill} data-look={look}>
        <span aria-hidden className={styles.dot} />
        {word}
      </span>
      {isPast ? (
        <span className={styles.note}>New events are not shown</span>
      ) : (
        <PauseControls {...{ pausing, news }} />
      )}
      {skipped > 0 && <span className={styles.warning}>{counted(skipped, 'event')} not shown</span>}
      {health.isHistoryLagging && (
        <span className={styles.warning} title="New events are shown live and will be stored later">
          Storage delayed
        </span>
      )}
      <output aria-live="polite" className={visuallyHidden}>
        {announcement}
      </output>
    </section>
  );
};
