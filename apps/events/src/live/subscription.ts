import type { Positions } from '@portico/contracts/events/position';
import type { EventFilter } from '@portico/contracts/http/events';
import type { LiveReset, LiveStatus, LiveTally } from '@portico/contracts/live';
import type { Caller } from '@portico/service';
import { type Directory, isSameScope, keyOfScope, type Scope, type View } from '../directory/directory.ts';
import type { FrameText } from './frame-text.ts';

/** The connection behind a subscription. */
export type Connection = {
  readonly id: string;
  /** False while earlier frames are still on their way. */
  isFree: () => boolean;
  sendTally: (tally: LiveTally) => void;
  sendStatus: (status: LiveStatus) => void;
  sendReset: (reason: LiveReset['reason']) => void;
};

/** Sends the same on many connections; it becomes bytes once for all of them. */
export type SendToMany = {
  frame: (connections: readonly Connection[], frame: FrameText) => void;
  status: (connections: readonly Connection[], status: LiveStatus) => void;
};

/** What one viewer asked to see, and may see. */
export class Subscription {
  readonly scope: Scope;
  readonly view: View;
  /** The viewer has left, or asked for something else. */
  isOver = false;

  constructor(
    readonly connection: Connection,
    readonly asked: EventFilter,
    /** What the viewer knows already. */
    readonly cursor: Positions,
    /** Gets a tally of what arrives, and no rows. */
    readonly isPaused: boolean,
    private readonly caller: Caller,
    private readonly directory: Directory,
  ) {
    this.scope = directory.scopeOf(caller);
    this.view = directory.viewOf(caller, asked.as);
  }

  get user(): number {
    return this.caller.id;
  }

  /** Equal for viewers who asked for the same and may see the same. */
  get key(): string {
    const asked = Object.entries(this.asked).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([keyOfScope(this.scope), this.view.key, asked]);
  }

  /** Whether the viewer may see now what could be seen at the beginning, no more and no less. */
  isAllowed(): boolean {
    const isSameView = this.view.key === this.directory.viewOf(this.caller, this.asked.as).key;
    return isSameView && isSameScope(this.scope, this.directory.scopeOf(this.caller));
  }
}
