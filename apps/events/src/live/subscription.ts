import type { Positions } from '@portico/contracts/events/position';
import type { EventFilter } from '@portico/contracts/http/events';
import type { LiveReset, LiveStatus, LiveTally } from '@portico/contracts/live';
import type { Caller } from '@portico/service';
import { type Directory, isSameScope, keyOfScope, type Scope, type View } from '../directory/directory.ts';
import type { FrameText } from './frame-text.ts';

export type Connection = {
  readonly id: string;
  /** Whether the connection is ready for a frame; false while earlier frames are still being sent. */
  isFree: () => boolean;
  sendTally: (tally: LiveTally) => void;
  sendStatus: (status: LiveStatus) => void;
  sendReset: (reason: LiveReset['reason']) => void;
};

/** Functions that serialize one message once, and send it to many connections. */
export type SendToMany = {
  frame: (connections: readonly Connection[], frame: FrameText) => void;
  status: (connections: readonly Connection[], status: LiveStatus) => void;
};

export class Subscription {
  readonly scope: Scope;
  readonly view: View;
  /** Whether the viewer has left, or subscribed again. */
  isOver = false;

  constructor(
    readonly connection: Connection,
    readonly asked: EventFilter,
    /** The positions that the viewer already has. */
    readonly cursor: Positions,
    /** Whether the viewer gets tallies instead of rows. */
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

  /** Viewers with equal filters and permissions have equal keys. */
  get key(): string {
    const entries = Object.entries(this.asked).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([keyOfScope(this.scope), this.view.key, entries]);
  }

  /** Whether the viewer's permissions are the same as at the start of the subscription. */
  isAllowed(): boolean {
    const isSameView = this.view.key === this.directory.viewOf(this.caller, this.asked.as).key;
    return isSameView && isSameScope(this.scope, this.directory.scopeOf(this.caller));
  }
}
