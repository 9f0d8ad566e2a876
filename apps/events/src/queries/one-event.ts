import { Injectable } from '@nestjs/common';
import { type Caller, Problem } from '@portico/service';
import type { View } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { withTerms } from '../table/filter/resolve.ts';
import { ListedEvent } from '../table/read-rows.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { listEventsStatement } from './paging/list-events.query.ts';

type EventIdentity = { source_id: number; id: string; timestamp: string };

@Injectable()
export class OneEvent {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
  ) {}

  /** @throws Problem `not_found` if no such event exists, or the caller may not see the event. */
  async find({ source_id, id, timestamp }: EventIdentity, caller: Caller): Promise<{ row: ListedEvent; view: View }> {
    const from = Date.parse(timestamp);
    const range = { from: new Date(from).toISOString(), to: new Date(from + 1).toISOString() };
    const { filter, view } = this.authorized.of(caller, range);
    const identity = withTerms(
      filter,
      { kind: 'ids', column: 'source_id', ids: new Set([source_id]) },
      { kind: 'exact', column: 'id', value: id },
    );
    const statement = listEventsStatement(identity, { limit: 1, offset: 0 });
    const [row] = await this.clickhouse.rowsNow(ListedEvent, statement);
    if (!row) throw Problem.notFound('The event');
    return { row, view };
  }
}
