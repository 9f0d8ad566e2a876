import type { RejectedTally } from '@portico/contracts/live';

/** How many events were rejected lately that the user may correct. The object stays the same while nothing changes. */
export type RejectedSource = {
  /** Null until the server has said. */
  current: () => RejectedTally | null;
  onChange: (listener: () => void) => () => void;
};
