import { Injectable } from '@nestjs/common';
import { type EventTrace, MAX_TRACE_EVENTS } from '@portico/contracts/http/event-traces';
import type { EventList, ListEventsQuery } from '@portico/contracts/http/events';
import { audited, type Caller, Problem } from '@portico/service';
import { countOrganizations, ReadLog } from '../audit/read-log.ts';
import { Directory, type View } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Snapshots } from '../snapshot/snapshots.ts';
import { ListedEvent, toRowText } from '../table/read-rows.ts';
import { HistoryLag } from '../logs/history-lag.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { IntegrationsService } from './integrations.service.ts';
import { PageReader } from './paging/page-reader.ts';
import { traceStatement } from './trace.query.ts';

@Injectable()
export class EventsService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
    private readonly authorized: AuthorizedFilter,
    private readonly pages: PageReader,
    private readonly named: IntegrationsService,
    private readonly lag: HistoryLag,
    private readonly snapshots: Snapshots,
    private readonly reads: ReadLog,
  ) {}

  /**
   * Rows, count and cursor come from one snapshot, which contains exactly the events stored up to the cursor. A viewer who continues from
   * the cursor therefore neither misses a row nor counts a row twice.
   * @returns an `EventList` as JSON.
   * @throws Problem `unavailable` while ClickHouse does not respond, and while memberships are loading after a start.
   */
  async list(query: ListEventsQuery, caller: Caller): Promise<string> {
    const { filter, scope, view } = this.authorized.of(caller, query);
    const { rows, stored, count, countIsExact } = await this.pages.readPage(filter, query);
    this.reads.answered(query, organizationsOf(rows));
    const about = { count, countIsExact, ...this.named.about(scope), cursor: this.lag.cursorOf(stored) };
    return this.withRows(rows, view, about satisfies Omit<EventList, 'data'>);
  }

  /**
   * Returns an `EventTrace` as JSON.
   * @throws Problem `not_found` if the caller may see no event of the trace.
   */
  async trace(trace: string, caller: Caller): Promise<string> {
    const { filter, view } = this.authorized.of(caller, { trace });
    const rows = await this.clickhouse.rowsNow(ListedEvent, traceStatement(filter, MAX_TRACE_EVENTS + 1));
    if (rows.length === 0) throw Problem.notFound('The trace');
    this.snapshots.showListed();
    const about: Omit<EventTrace, 'data'> = { isComplete: rows.length <= MAX_TRACE_EVENTS };
    audited({ rowsOf: organizationsOf(rows) });
    return this.withRows(rows.slice(0, MAX_TRACE_EVENTS), view, about);
  }

  /** Builds the response as text, because rows contain their details as JSON text. */
  private withRows(rows: readonly ListedEvent[], view: View, about: object): string {
    const texts = rows.map((row) => toRowText(row, this.directory, view));
    return `{"data":[${texts.join(',')}],${JSON.stringify(about).slice(1)}`;
  }
}

const organizationsOf = (rows: readonly ListedEvent[]) =>
  countOrganizations(rows.map(({ organization_id }) => organization_id));
