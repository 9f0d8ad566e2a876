import { useSyncExternalStore } from 'react';
import type { LiveFeed, LiveState } from './live-feed.ts';
import * as styles from './live-pill.css.ts';

const WORDS: Readonly<Record<LiveState, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
};

/** Whether new rows come by themselves right now; a change is announced politely. */
export const LivePill = ({ live }: { live: LiveFeed }) => {
  const state = useSyncExternalStore(live.onState, live.state);
  return (
    <output aria-live="polite" className={styles.pill} data-state={state}>
      <span aria-hidden className={styles.dot} />
      {WORDS[state]}
    </output>
  );
};
