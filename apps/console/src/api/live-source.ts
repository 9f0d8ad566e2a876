import type { AlertsChange } from '@portico/contracts/alerts-live';
import type { LiveFrame, LiveTally, RejectedTally, Subscribe } from '@portico/contracts/live';

/**
 * `connecting`: not connected yet. `catching-up`: earlier rows are still arriving. `reconnecting`: rows may be late; none is lost,
 * they arrive after the connection is live again.
 */
type LiveState = 'connecting' | 'catching-up' | 'live' | 'reconnecting';

/** How current the shown rows are. The object is identical while nothing changes. */
export type LiveHealth = {
  state: LiveState;
  /** Seconds by which rows are late; 0 if they are not. */
  behind: number;
  /** Whether storing is interrupted, so that a newly loaded list may lack rows. */
  isHistoryLagging: boolean;
};

export type LiveListener = {
  frame: (frame: LiveFrame) => void;
  /** The number of rows since the cursor of a paused subscription. */
  tally: (tally: LiveTally) => void;
  /** The feed cannot resume from the cursor: reload the list and subscribe with its cursor. */
  reset: () => void;
};

/** The live connection of the list. There is one subscription at a time: a new one replaces the previous one. */
export type LiveSource = {
  /** Returns a function that ends the subscription. */
  subscribe: (subscription: Subscribe, listener: LiveListener) => () => void;
  health: () => LiveHealth;
  onHealth: (listener: () => void) => () => void;
};

/** The number of recently rejected events that the user may correct. The object is identical while nothing changes. */
export type RejectedSource = {
  /** Null until the server has sent it. */
  current: () => RejectedTally | null;
  onChange: (listener: () => void) => () => void;
};

/** Notifies of changes to episodes, notices and silence. */
export type AlertsSource = {
  /** Connects until the returned function is called. */
  watch: (changed: (what: AlertsChange['what']) => void) => () => void;
};
