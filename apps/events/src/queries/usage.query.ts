import { MAX_LATE_DAYS } from '@portico/contracts/events/integration-event';
import type { UsageQuery } from '@portico/contracts/http/event-usage';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';
import { DAY } from '../table/schema/buckets.ts';
import { toMomentSql } from '../table/schema/moments.ts';

/** Maximum rows that ClickHouse reads. */
const MAX_ROWS = 2_000_000_000;

export const UsageRow = z.object({
  organization: z.number(),
  day: z.optional(z.string()),
  value: z.string(),
  events: z.number(),
  digest: z.string(),
});

/** Sums ignore amounts from here on, as they ignore text: a few such events would overflow a sum. */
const LEAST_IGNORED = '1000000000000000000';

/** The raw JSON at a details field; text without its quotes. */
const VALUE = (count: number): string =>
  `trim(BOTH '"' FROM JSONExtractRaw(details, ${Array.from({ length: count }, (_, index) => `{field${index}:String}`).join(', ')}))`;

const valueSql = ({ measure }: Pick<UsageQuery, 'measure'>, names: number): string => {
  if (measure === 'events') return 'toString(count())';
  return measure === 'distinct'
    ? `toString(uniqExactIf(${VALUE(names)}, ${VALUE(names)} NOT IN ('', 'null')))`
    : `toString(sumIf(toDecimal128OrZero(${VALUE(names)}, 9) AS amount, abs(amount) < ${LEAST_IGNORED}))`;
};

/** Events are sorted by timestamp, so the maximum delay bounds the range; index `arrival` skips the rest. */
export function usageStatement(
  filter: ResolvedFilter,
  query: Pick<UsageQuery, 'measure' | 'field' | 'arrivedFrom' | 'arrivedTo' | 'byDayIn'>,
): Statement {
  const { where, params } = toCondition(filter);
  const names = query.field?.split('.') ?? [];
  const fields = Object.fromEntries(names.map((name, index) => [`field${index}`, name]));
  // Normalizes the case of zone names.
  const zone = query.byDayIn && new Intl.DateTimeFormat('en', { timeZone: query.byDayIn }).resolvedOptions().timeZone;
  return {
    sql: `
      SELECT organization_id AS organization,${zone ? ' toString(toDate(published_at, {zone:String})) AS day,' : ''} ${valueSql(query, names.length)} AS value, count() AS events,
        lower(concat(hex(groupBitXor(sipHash64(source_id, id))), hex(groupBitXor(cityHash64(id, source_id))))) AS digest
      FROM integration_events
      WHERE ${where} AND timestamp >= ${toMomentSql(Math.max(Date.parse(query.arrivedFrom) - MAX_LATE_DAYS * DAY, 0))}
        AND published_at >= ${toMomentSql(query.arrivedFrom)} AND published_at < ${toMomentSql(query.arrivedTo)}
      GROUP BY organization${zone ? ', day ORDER BY organization, day' : ' ORDER BY organization'}`,
    params: { ...params, ...fields, ...(zone && { zone }) },
    settings: { max_rows_to_read: MAX_ROWS },
  };
}
