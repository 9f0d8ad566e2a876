import { Inject, Injectable } from '@nestjs/common';
import type { EventUsage, UsageQuery } from '@portico/contracts/http/event-usage';
import { type Caller, CONFIG, Problem } from '@portico/service';
import type { EventsConfig } from '../config.ts';
import { HistoryLag } from '../logs/history-lag.ts';
import { ClickHouse, forSure } from '../table/clickhouse/clickhouse.ts';
import { DAY } from '../table/schema/buckets.ts';
import { storedPlaces } from '../table/stored-positions.ts';
import { hidesField } from '@portico/contracts/privacy/rules';
import { organizationsWhere, type View } from '../directory/directory.ts';
import { type ResolvedFilter, withTerms } from '../table/filter/resolve.ts';
import { AuthorizedFilter } from './authorized-filter.ts';
import { unlessTooMuch } from './search/search.ts';
import { UsageRow, usageStatement } from './usage.query.ts';

/** Usage of organizations, for meters. */
@Injectable()
export class UsageService {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly authorized: AuthorizedFilter,
    private readonly lag: HistoryLag,
    @Inject(CONFIG) private readonly config: EventsConfig,
  ) {}

  /** @throws Problem `validation_failed` if there are too many events to count; `unavailable` while stored events are missing. */
  async usage(query: UsageQuery, caller: Caller): Promise<EventUsage> {
    const { filter: asked, view } = this.authorized.of(caller, query);
    const filter = withVisible(asked, query.field, view);
    const countedTo = new Date(Math.min(Date.parse(query.arrivedTo), this.lag.completeTo)).toISOString();
    if (countedTo <= query.arrivedFrom) return { data: [], countedTo };
    const keptSince = Date.now() - this.config.EVENTS_RETENTION_DAYS * DAY;
    if (!this.lag.isHeldBy(await storedPlaces(this.clickhouse), keptSince))
      throw Problem.unavailable('The event history');
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

/** Events whose field is hidden from the caller count as nothing: distinct values and sums would reveal them. */
function withVisible(filter: ResolvedFilter, field: string | undefined, view: View): ResolvedFilter {
  if (field === undefined) return filter;
  const ids = organizationsWhere(view, (redaction) => hidesField(redaction, field.split('.')));
  return ids.size === 0
    ? filter
    : withTerms(filter, { kind: 'not', of: { kind: 'ids', column: 'organization_id', ids } });
}
