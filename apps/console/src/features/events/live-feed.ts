import type { LiveFrame, Subscribe } from '@portico/contracts/live';

/** `connecting`: not yet. `reconnecting`: rows may be late; none is missed, they come once it is live again. */
export type LiveState = 'connecting' | 'live' | 'reconnecting';

export type LiveListener = {
  frame: (frame: LiveFrame) => void;
  /** The feed cannot go on from the cursor: load the list again and subscribe with its cursor. */
  reset: () => void;
};

/** What the screen needs of the live connection. One subscription at a time: a new one replaces the former. */
export type LiveFeed = {
  /** Answers how to end it. */
  subscribe: (subscription: Subscribe, listener: LiveListener) => () => void;
  state: () => LiveState;
  onState: (listener: () => void) => () => void;
};
