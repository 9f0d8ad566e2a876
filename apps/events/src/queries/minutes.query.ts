import { MAX_LATE_DAYS } from '@portico/contracts/events/integration-event';
import { MAX_MINUTES, type MinutesQuery } from '@portico/contracts/http/event-minutes';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';
import { DAY } from '../table/schema/buckets.ts';
import { toMomentSql } from '../table/schema/moments.ts';

const MAX_ROWS = 20_000_000;
const MINUTE = 60_000;

const ARRIVED = 'toUnixTimestamp64Milli(published_at)';
const HAPPENED = 'toUnixTimestamp64Milli(timestamp)';
const minuteOf = (moment: string): string => `intDiv(${moment}, ${MINUTE})`;

/** `arrived` and `happened`: minutes since 1970. `delay`: the maximum delay in milliseconds. */
export const MinuteRow = z.object({ arrived: z.number(), happened: z.number(), count: z.number(), delay: z.number() });

/**
 * Counts events by minute. Reads only events whose timestamp is at most MAX_LATE_DAYS before the range; index `arrival` skips rows that
 * arrived at other times.
 */
export function minutesStatement(
  filter: ResolvedFilter,
  { by, arrivedFrom, arrivedTo }: Pick<MinutesQuery, 'by' | 'arrivedFrom' | 'arrivedTo'>,
): Statement {
  const { where, params } = toCondition(filter);
  return {
    sql: `
      SELECT ${minuteOf(ARRIVED)} AS arrived, ${minuteOf(by === 'arrived' ? ARRIVED : HAPPENED)} AS happened,
        count() AS count, greatest(max(${ARRIVED} - ${HAPPENED}), 0) AS delay
      FROM integration_events
      WHERE ${where} AND timestamp >= ${toMomentSql(Math.max(Date.parse(arrivedFrom) - MAX_LATE_DAYS * DAY, 0))}
        AND published_at >= ${toMomentSql(arrivedFrom)} AND published_at < ${toMomentSql(arrivedTo)}
      GROUP BY arrived, happened ORDER BY arrived, happened LIMIT ${MAX_MINUTES + 1}`,
    params,
    settings: { max_rows_to_read: MAX_ROWS },
  };
}
