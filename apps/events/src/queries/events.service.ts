import { Inject, Injectable } from '@nestjs/common';
import { formatCursor } from '@portico/contracts/events/position';
import {
  type EventList,
  type EventTrace,
  type ListEventsQuery,
  MAX_TRACE_EVENTS,
} from '@portico/contracts/http/events';
import { type Caller, Problem } from '@portico/service';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { Directory } from '../directory/directory.ts';
import { Asked } from './asked.ts';
import { countEventsStatement, EventCount } from './count-events.query.ts';
import { listEventsStatement } from './list-events.query.ts';
import { ListedEvent, toEventRow } from './listed-event.ts';
import { StoredPosition, storedPositionsStatement } from './stored-positions.query.ts';
import { traceStatement } from './trace.query.ts';

@Injectable()
export class EventsService {
  constructor(
    @Inject(ClickHouse) private readonly clickhouse: ClickHouse,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Asked) private readonly asked: Asked,
  ) {}

  /**
   * The cursor is read before the rows: whatever is stored up to it is in the list, and what arrives while the list is
   * read comes after it, so a viewer who continues from the cursor misses nothing.
   * @throws Problem `unavailable` while ClickHouse cannot answer, and while not all memberships are known after a start.
   */
  async list(query: ListEventsQuery, caller: Caller): Promise<EventList> {
    const { filter, scope } = this.asked.by(caller, query);
    const positions = await this.clickhouse.rowsNow(StoredPosition, storedPositionsStatement);
    const [rows, counts] = await Promise.all([
      this.clickhouse.rowsNow(ListedEvent, listEventsStatement(filter, query)),
      this.clickhouse.rowsNow(EventCount, countEventsStatement(filter)),
    ]);
    return {
      data: rows.map((row) => toEventRow(row, this.directory)),
      count: counts[0]?.count ?? 0,
      countIsExact: true,
      integrations: this.directory.integrationNames(scope),
      cursor: formatCursor(new Map(positions.map(({ partition, offset }) => [partition, offset]))),
    };
  }

  /** @throws Problem `not_found` for a trace of which the caller may see nothing. */
  async trace(trace: string, caller: Caller): Promise<EventTrace> {
    const { filter } = this.asked.by(caller, { trace });
    const rows = await this.clickhouse.rowsNow(ListedEvent, traceStatement(filter, MAX_TRACE_EVENTS + 1));
    if (rows.length === 0) throw Problem.notFound('The trace');
    const data = rows.slice(0, MAX_TRACE_EVENTS).map((row) => toEventRow(row, this.directory));
    return { data, isComplete: rows.length <= MAX_TRACE_EVENTS };
  }
}
