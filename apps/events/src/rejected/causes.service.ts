import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import { RejectionCode } from '@portico/contracts/events/integration-event';
import { type ListCausesQuery, type RejectedCause, SEARCHED_REJECTED } from '@portico/contracts/http/rejected-events';
import { type Caller, Problem } from '@portico/service';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { columnToIso } from '../table/schema/moments.ts';
import { Directory, type Scope } from '../directory/directory.ts';
import { CauseRow, causesStatement, countCausesStatement } from './causes.query.ts';
import { toDays } from './days.ts';
import { ownerOf } from '../directory/owner.ts';
import { countSearchedStatement, RejectedCount } from './rejected.query.ts';

/** Groups rejected events by cause. A publisher's mistake is one row, however often it occurred. */
@Injectable()
export class CausesService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly schema: Schema,
    private readonly directory: Directory,
  ) {}

  async list(
    { limit, offset, ...requested }: ListCausesQuery,
    caller: Caller,
  ): Promise<Page<RejectedCause> & { isComplete?: boolean }> {
    if (!this.schema.isMigrated) throw Problem.unavailable('The rejected events');
    const filter = { ...requested, ...this.directory.correctionOf(caller) };
    const [rows, counts, searched] = await Promise.all([
      this.clickhouse.rowsNow(CauseRow, causesStatement(filter, { limit, offset })),
      this.clickhouse.rowsNow(RejectedCount, countCausesStatement(filter)),
      filter.query ? this.clickhouse.rowsNow(RejectedCount, countSearchedStatement(filter)) : [],
    ]);
    return {
      data: rows.map((row) => this.toCause(row, filter.scope)),
      count: counts[0]?.count ?? 0,
      ...((searched[0]?.count ?? 0) > SEARCHED_REJECTED && { isComplete: false }),
    };
  }

  private toCause(row: CauseRow, scope: Scope): RejectedCause {
    return {
      code: RejectionCode.parse(row.code),
      pointer: row.pointer,
      reason: row.example,
      count: row.count,
      first_at: columnToIso(row.first_at),
      last_at: columnToIso(row.last_at),
      integrations: row.sources.map(([sourceId, count]) => ({ ...ownerOf(this.directory, sourceId, scope), count })),
      integrationCount: row.source_count,
      days: toDays(row.ages),
    };
  }
}
