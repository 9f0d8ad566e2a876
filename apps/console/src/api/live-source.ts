import type { AlertsChange } from '@portico/contracts/alerts-live';
import type { LiveFrame, LiveTally, RejectedTally, Subscribe } from '@portico/contracts/live';

/**
 * `connecting`: not yet. `catching-up`: rows that arrived before now are still coming. `reconnecting`: rows may be late;
 * none is missed, they come once it is live again.
 */
export type LiveState = 'connecting' | 'catching-up' | 'live' | 'reconnecting';

/** How current what is shown is. An object stays the same while nothing changes. */
export type LiveHealth = {
  state: LiveState;
  /** Seconds by which rows are late; 0 when they are not. */
  behind: number;
  /** What arrives is not stored at the moment, so that a list that is loaded may lack it. */
  isHistoryLagging: boolean;
};

export type LiveListener = {
  frame: (frame: LiveFrame) => void;
  /** How many have arrived since the cursor of a paused subscription. */
  tally: (tally: LiveTally) => void;
  /** The feed cannot resume from the cursor: reload the list and subscribe with its cursor. */
  reset: () => void;
};

/** What the screen needs of the live connection. One subscription at a time: a new one replaces the former. */
export type LiveSource = {
  /** Answers how to end it. */
  subscribe: (subscription: Subscribe, listener: LiveListener) => () => void;
  health: () => LiveHealth;
  onHealth: (listener: () => void) => () => void;
};

/** How many events were rejected lately that the user may correct. The object stays the same while nothing changes. */
export type RejectedSource = {
  /** Null until the server has said. */
  current: () => RejectedTally | null;
  onChange: (listener: () => void) => () => void;
};

/** What has changed of episodes, notices and silence, as it changes. */
export type AlertsSource = {
  /** Connects until the function it returns is called. */
  watch: (changed: (what: AlertsChange['what']) => void) => () => void;
};
