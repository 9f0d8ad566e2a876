import { Inject, Injectable } from '@nestjs/common';
import { Details } from '@portico/contracts/events/integration-event';
import { formatCursor } from '@portico/contracts/events/position';
import type { EventList, EventRow, ListEventsQuery } from '@portico/contracts/http/events';
import { type Caller, Problem } from '@portico/service';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { Schema } from '../clickhouse/clickhouse.module.ts';
import { Directory } from '../directory/directory.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { countEventsStatement, EventCount } from './count-events.query.ts';
import { resolveFilter } from './event-filter.ts';
import { ListedEvent, listEventsStatement } from './list-events.query.ts';
import { StoredPosition, storedPositionsStatement } from './stored-positions.query.ts';

@Injectable()
export class EventsService {
  constructor(
    @Inject(ClickHouse) private readonly clickhouse: ClickHouse,
    @Inject(Schema) private readonly schema: Schema,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(DirectoryFollower) private readonly follower: DirectoryFollower,
  ) {}

  /**
   * The cursor is read before the rows: whatever is stored up to it is in the list, and what arrives while the list is
   * read comes after it, so a viewer who continues from the cursor misses nothing.
   * @throws Problem `unavailable` while ClickHouse cannot answer, and while not all memberships are known after a start.
   */
  async list(query: ListEventsQuery, caller: Caller): Promise<EventList> {
    if (!this.schema.isMigrated || !this.follower.isCaughtUp) throw Problem.unavailable('The event history');
    const scope = this.directory.scopeOf(caller);
    const filter = resolveFilter(query, scope, this.directory);
    const positions = await this.clickhouse.rowsNow(StoredPosition, storedPositionsStatement);
    const [rows, counts] = await Promise.all([
      this.clickhouse.rowsNow(ListedEvent, listEventsStatement(filter, query)),
      this.clickhouse.rowsNow(EventCount, countEventsStatement(filter)),
    ]);
    return {
      data: rows.map((row) => this.toEventRow(row)),
      count: counts[0]?.count ?? 0,
      integrations: this.directory.integrationNames(scope),
      cursor: formatCursor(new Map(positions.map(({ partition, offset }) => [partition, offset]))),
    };
  }

  private toEventRow({ kafka_partition, kafka_offset, details, timestamp, ...row }: ListedEvent): EventRow {
    return {
      ...row,
      integration: this.directory.integrationName(row.source_id),
      organization: this.directory.organizationName(row.organization_id),
      timestamp: `${timestamp.replace(' ', 'T')}Z`,
      details: Details.parse(JSON.parse(details)),
      position: { partition: kafka_partition, offset: kafka_offset },
    };
  }
}
