import { Injectable } from '@nestjs/common';
import { Details } from '@portico/contracts/events/integration-event';
import type {
  EventTrend,
  EventTrendQuery,
  IntegrationOverview,
  Period,
  Results,
} from '@portico/contracts/http/event-health';
import { REJECTED_DAYS } from '@portico/contracts/http/rejected-events';
import type { Caller } from '@portico/service';
import type { View } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { unlessTooMuch } from '../table/clickhouse/errors.ts';
import { type ResolvedFilter, withTerms } from '../table/filter/resolve.ts';
import { shown } from '../table/read-rows.ts';
import type { ResolvedQuery } from '../table/filter/resolved-query.ts';
import { DAY, HOUR } from '../table/schema/buckets.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import {
  Delay,
  delayStatement,
  FailingName,
  failingNamesStatement,
  NewestFailure,
  newestFailuresStatement,
  RejectedCounts,
  rejectedCountsStatement,
  ResultCounts,
  resultsStatement,
} from './health/overview.query.ts';
import { HistogramService } from './histogram.service.ts';
import { newestOf, Search } from './search/search.ts';
import { narrowTo } from './search/time-range.ts';

/**
 * `span`: length of a period in milliseconds. `bars`: maximum number of bars. For periods of a day or longer, a bar is a multiple of an
 * hour, because precomputed counts exist per hour.
 */
const LENGTHS = {
  '1h': { span: HOUR, bars: 61 },
  '24h': { span: DAY, bars: 25 },
  '7d': { span: 7 * DAY, bars: 57 },
  '30d': { span: 30 * DAY, bars: 61 },
} as const satisfies Record<Period, { span: number; bars: number }>;

const toIso = (moment: number): string => new Date(moment).toISOString();

/** Compares the events of a period that ends now with the events of the previous period. */
@Injectable()
export class IntegrationOverviewService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
    private readonly overTime: HistogramService,
    private readonly search: Search,
  ) {}

  /** @throws Problem `unavailable` while ClickHouse does not respond. */
  async trend({ period, ...query }: EventTrendQuery, caller: Caller): Promise<EventTrend> {
    const { filter } = this.authorized.of(caller, query);
    const to = Date.now();
    const from = to - LENGTHS[period].span;
    const [counts, before] = await Promise.all([
      this.results(narrowTo(filter, { from, to })),
      this.results(narrowTo(filter, { from: 2 * from - to, to: from })),
    ]);
    return { from: toIso(from), to: toIso(to), counts, before };
  }

  /** @throws Problem `unavailable` while ClickHouse does not respond. */
  async overview(id: number, period: Period, caller: Caller): Promise<IntegrationOverview> {
    const own: ResolvedQuery = { kind: 'ids', column: 'source_id', ids: new Set([id]) };
    const { filter: visible, view } = this.authorized.of(caller, {});
    const all = withTerms(visible, own);
    const { span, bars } = LENGTHS[period];
    const to = Date.now();
    const from = to - span;
    const filter = narrowTo(all, { from, to });
    const [overTime, before, failing, delay, [rejected]] = await Promise.all([
      this.overTime.over(filter, bars),
      this.results(narrowTo(all, { from: from - span, to: from })),
      this.failing(filter, view),
      this.delay(filter, from),
      this.clickhouse.rowsNow(RejectedCounts, rejectedCountsStatement(id, from, to)),
    ]);
    const isKept = 2 * span <= REJECTED_DAYS * DAY;
    const total = (result: 'success' | 'failure'): number =>
      overTime.buckets.reduce((sum, bucket) => sum + bucket[result], 0);
    return {
      from: toIso(from),
      to: toIso(to),
      overTime,
      counts: { success: total('success'), failure: total('failure') },
      before,
      rejected: { count: rejected?.count ?? 0, before: isKept ? (rejected?.before ?? 0) : null },
      failing,
      delay,
    };
  }

  private async results(filter: ResolvedFilter): Promise<Results> {
    const [counts] = await this.clickhouse.rowsNow(ResultCounts, resultsStatement(filter));
    return counts ?? { success: 0, failure: 0 };
  }

  private async failing(filter: ResolvedFilter, view: View): Promise<IntegrationOverview['failing']> {
    const names = await this.clickhouse.rowsNow(FailingName, failingNamesStatement(filter));
    if (names.length === 0) return [];
    const rows = await this.clickhouse.rowsNow(NewestFailure, newestFailuresStatement(filter, names));
    return names.flatMap(({ event_name, count }) => {
      const row = rows.find((one) => one.event_name === event_name);
      if (!row) return [];
      const { message } = Details.parse(JSON.parse(shown(row, view).details));
      return [{ event_name, count, newest: { id: row.id, trace_id: row.trace_id, timestamp: toIso(row.at), message } }];
    });
  }

  private async delay(filter: ResolvedFilter, from: number): Promise<IntegrationOverview['delay']> {
    const newest = newestOf(filter, await this.search.days(filter));
    const [delay] = (await unlessTooMuch(this.clickhouse.rowsNow(Delay, delayStatement(newest)))) ?? [];
    if (!delay || delay.count === 0) return null;
    const [p50, p95] = delay.quantiles;
    return { p50, p95, since: newest.from ?? toIso(from) };
  }
}
