import { Injectable } from '@nestjs/common';
import type { EventFilter } from '@portico/contracts/http/events';
import { type Caller, Problem } from '@portico/service';
import { Schema } from '../table/clickhouse.module.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory, type Scope, type View } from '../directory/directory.ts';
import { type ResolvedFilter, resolveFilter } from '../table/filter/resolve.ts';

/** Authorizes every query of stored events. */
@Injectable()
export class AuthorizedFilter {
  constructor(
    private readonly schema: Schema,
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
  ) {}

  /**
   * Narrows a filter to the events that the caller may see. `view` contains the redactions of these events.
   * @throws Problem `unavailable` while the tables are missing, and while memberships are loading after a start.
   */
  of(caller: Caller, filter: EventFilter): { filter: ResolvedFilter; scope: Scope; view: View } {
    if (!this.schema.isMigrated || !this.follower.isCaughtUp) throw Problem.unavailable('The event history');
    const scope = this.directory.scopeOf(caller);
    const view = this.directory.viewOf(caller, filter.as);
    return { filter: resolveFilter(filter, scope, this.directory, view), scope, view };
  }
}
