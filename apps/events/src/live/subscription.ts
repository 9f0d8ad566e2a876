import { formatCursor, type Positions } from '@portico/contracts/events/position';
import type { EventFilter } from '@portico/contracts/http/events';
import type { LiveFrame, LiveReset } from '@portico/contracts/live';
import type { Caller } from '@portico/service';
import { type Directory, isSameScope, type Scope } from '../directory/directory.ts';
import { matches } from '../queries/event-filter.predicate.ts';
import { type ResolvedFilter, resolveFilter } from '../queries/event-filter.ts';
import type { Arrived } from './arrived.ts';
import { Backlog } from './backlog.ts';

/** The connection behind a subscription. */
export type Line = {
  /** False while earlier frames are still on their way. */
  isFree: () => boolean;
  sendFrame: (frame: LiveFrame) => void;
  sendReset: (reason: LiveReset['reason']) => void;
};

/** What one viewer asked to see, and what waits to be sent there. */
export class Subscription {
  readonly backlog: Backlog;
  private readonly scope: Scope;
  private filter: ResolvedFilter;

  constructor(
    private readonly line: Line,
    private readonly asked: EventFilter,
    private readonly caller: Caller,
    cursor: Positions,
    private readonly directory: Directory,
  ) {
    this.backlog = new Backlog(cursor);
    this.scope = directory.scopeOf(caller);
    this.filter = resolveFilter(asked, this.scope, directory);
  }

  wants(arrived: Arrived): boolean {
    return matches(this.filter, arrived);
  }

  reset(reason: LiveReset['reason']): void {
    this.line.sendReset(reason);
  }

  /** Whether the viewer still may see what was asked for; names may have changed either way. */
  recheck(): boolean {
    if (!isSameScope(this.scope, this.directory.scopeOf(this.caller))) return false;
    this.filter = resolveFilter(this.asked, this.scope, this.directory);
    return true;
  }

  /** Sends the next frame when there is one and the line is free. Answers whether more waits. */
  send(positions: Positions, limit: (known: Positions) => Positions): boolean {
    if (this.backlog.isEmpty) return false;
    if (!this.line.isFree()) return true;
    const { rows, skipped, known } = this.backlog.take(positions);
    this.line.sendFrame({
      rows: rows.map((arrived) => arrived.toRow(this.directory)),
      skipped,
      cursor: formatCursor(limit(known)),
    });
    return !this.backlog.isEmpty;
  }
}
