import { Injectable } from '@nestjs/common';
import type { EventUsage, UsageQuery } from '@portico/contracts/http/event-usage';
import { type Caller, Problem } from '@portico/service';
import { HistoryLag } from '../logs/history-lag.ts';
import { ClickHouse, forSure } from '../table/clickhouse/clickhouse.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { unlessTooMuch } from './search/search.ts';
import { UsageRow, usageStatement } from './usage.query.ts';

/** What organizations used, for meters. */
@Injectable()
export class UsageService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
    private readonly lag: HistoryLag,
  ) {}

  /** @throws Problem `validation_failed` when there are too many events to count. */
  async usage(query: UsageQuery, caller: Caller): Promise<EventUsage> {
    const { filter } = this.authorized.of(caller, query);
    const countedTo = new Date(Math.min(Date.parse(query.arrivedTo), this.lag.completeTo)).toISOString();
    if (countedTo <= query.arrivedFrom) return { data: [], countedTo };
    const statement = forSure(usageStatement(filter, { ...query, arrivedTo: countedTo }));
    const rows = await unlessTooMuch(this.clickhouse.rowsNow(UsageRow, statement));
    if (rows === null) throw tooMany();
    return { data: rows.map(({ organization, ...row }) => ({ organizationId: organization, ...row })), countedTo };
  }
}

function tooMany(): Problem {
  const message = 'Too many events arrived in this range to count them. Choose a shorter range or a narrower filter.';
  return new Problem('validation_failed', message, [{ pointer: '/arrivedFrom', message }]);
}
