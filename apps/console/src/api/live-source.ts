import type { AlertsChange } from '@portico/contracts/alerts-live';
import type { LiveFrame, LiveTally, RejectedTally, Subscribe } from '@portico/contracts/live';

/**
 * `connecting`: not connected yet. `catching-up`: earlier rows are still arriving. `reconnecting`: rows may be late, but
 * late rows always arrive once the connection is live again.
 */
type LiveState = 'connecting' | 'catching-up' | 'live' | 'reconnecting';

/** How current the shown rows are. The object reference stays the same until a field changes. */
export type LiveHealth = {
  state: LiveState;
  /** Delay of the rows in seconds; 0 if the rows are on time. */
  behind: number;
  /** Whether storing is interrupted, so that a newly loaded list may lack rows. */
  isHistoryLagging: boolean;
};

export type LiveListener = {
  frame: (frame: LiveFrame) => void;
  /** Receives the number of rows that have arrived since the cursor of a paused subscription. */
  tally: (tally: LiveTally) => void;
  /** Called if the feed cannot resume from the cursor. The listener reloads the list and subscribes with the new cursor. */
  reset: () => void;
};

/** The live connection of the list. There is one subscription at a time: a new one replaces the previous one. */
export type LiveSource = {
  /** Starts a subscription and returns a function that ends it. */
  subscribe: (subscription: Subscribe, listener: LiveListener) => () => void;
  health: () => LiveHealth;
  onHealth: (listener: () => void) => () => void;
};

/** The number of recently rejected events that the user may correct. */
export type RejectedSource = {
  /** The latest count; null until the server has sent one. The object reference stays the same until the count changes. */
  current: () => RejectedTally | null;
  onChange: (listener: () => void) => () => void;
};

/** Notifies a listener of changes to episodes, notices and silence. */
export type AlertsSource = {
  /** Opens the connection. The returned function closes the connection. */
  watch: (changed: (change: AlertsChange['what']) => void) => () => void;
};
