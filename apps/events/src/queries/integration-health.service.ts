import { Injectable } from '@nestjs/common';
import { HEALTH_HOURS, type IntegrationHealth } from '@portico/contracts/http/event-health';
import type { Caller } from '@portico/service';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { unlessTooMuch } from '../table/clickhouse/errors.ts';
import { type ResolvedFilter, withTerms } from '../table/filter/resolve.ts';
import type { ResolvedQuery } from '../table/filter/resolved-query.ts';
import { HOUR } from '../table/schema/buckets.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import {
  hoursAt,
  LastMoment,
  lastMomentsStatement,
  SourceHours,
  sourceHoursStatement,
} from './health/integration-health.query.ts';

@Injectable()
export class IntegrationHealthService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
  ) {}

  /** @throws Problem `unavailable` while ClickHouse does not respond. */
  async of(ids: readonly number[], caller: Caller): Promise<IntegrationHealth[]> {
    const own: ResolvedQuery = { kind: 'ids', column: 'source_id', ids: new Set(ids) };
    const filter = withTerms(this.authorized.of(caller, {}).filter, own);
    const now = Date.now();
    const { first } = hoursAt(now);
    const sources = await this.clickhouse.rowsNow(SourceHours, sourceHoursStatement(filter, now));
    const lastOf = await this.lastMoments(sources, filter);
    const hoursOf = new Map(sources.map(({ source_id, hours }) => [source_id, hours]));
    return ids.map((id) => {
      const counted = new Map((hoursOf.get(id) ?? []).map(([hour, success, failure]) => [hour, { success, failure }]));
      const last = lastOf.get(id);
      return {
        integration_id: id,
        last_at: last === undefined ? null : new Date(last).toISOString(),
        hours: Array.from(
          { length: HEALTH_HOURS },
          (_, index) => counted.get(first + index) ?? { success: 0, failure: 0 },
        ),
      };
    });
  }

  /** Times of the newest events by integration, in milliseconds since 1970; precise to the hour if there are too many rows. */
  private async lastMoments(
    sources: readonly SourceHours[],
    filter: ResolvedFilter,
  ): Promise<ReadonlyMap<number, number>> {
    const hours = new Map(sources.map(({ source_id, last }) => [source_id, last * HOUR]));
    if (sources.length === 0) return hours;
    const statement = lastMomentsStatement(sources, filter);
    const rows = (await unlessTooMuch(this.clickhouse.rowsNow(LastMoment, statement))) ?? [];
    return new Map([...hours, ...rows.map(({ source_id, at }) => [source_id, at] as const)]);
  }
}
