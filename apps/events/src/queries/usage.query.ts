import { MAX_LATE_DAYS } from '@portico/contracts/events/integration-event';
import type { MeterQuestion, UsageRequest } from '@portico/contracts/http/event-usage';
import { z } from 'zod';
import { forSure, type Statement } from '../table/clickhouse/clickhouse.ts';
import { Params } from '../table/filter/query-sql.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';
import { DAY } from '../table/schema/buckets.ts';
import { toMomentSql } from '../table/schema/moments.ts';

const MAX_ROWS = 2_000_000_000;
/**
 * Maximum rows that a request with `adding` reads. Beyond it, the request counts only the beginning of the range, and the next request
 * counts the rest.
 */
const MAX_ADDED_ROWS = 2_000_000;
/**
 * Maximum bytes of distinct values in a response, for all its questions. Beyond it, the request counts only the beginning of the range, and
 * the next request counts the rest.
 */
const MAX_ADDED_BYTES = 32_000_000;

export type Resolved = Omit<MeterQuestion, 'where'> & { filter: ResolvedFilter };

/**
 * The totals of an organization's events that match the same questions. `questions` is a bit set, in which bit 0 stands for the first
 * question. `sums` and `values` are in the order of {@link fieldsOf}. Without `adding`, `sums` ends with the numbers of distinct values.
 */
export const UsageRow = z.object({
  organization: z.number(),
  day: z.string(),
  questions: z.number(),
  events: z.number(),
  digest: z.string(),
  sums: z.array(z.string()),
  values: z.array(z.array(z.string())),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** The distinct fields of all questions with the wanted measure. */
export const fieldsOf = (questions: readonly Resolved[], wanted: 'sum' | 'distinct'): string[] => [
  ...new Set(questions.flatMap(({ measure, field }) => (measure === wanted && field !== undefined ? [field] : []))),
];

/** Sums ignore amounts of at least this size, because a few such amounts would overflow a sum. Sums also ignore text. */
const MIN_IGNORED = '1000000000000000000';

/** SQL for the raw JSON of a details field, without the quotes of a text. */
const fieldSql = (field: string, params: Params): string => {
  const path = field.split('.').map((name) => params.add(name));
  return `trim(BOTH '"' FROM JSONExtractRaw(details, ${path.join(', ')}))`;
};

const listed = (some: readonly string[], empty: string): string =>
  some.length === 0 ? `CAST([], '${empty}')` : `[${some.join(', ')}]`;

/**
 * Limits of a statement with `adding`. Each question lists its own distinct values, even if another question has the same field, so the
 * questions share the maximum number of bytes. Values in a range of one millisecond have no limit, because such a range cannot be halved:
 * one large batch of events must not stop the counts of all organizations.
 */
const addedLimits = (questions: readonly Resolved[], milliseconds: number): Record<string, number> => {
  const listing = questions.filter(({ measure }) => measure === 'distinct').length;
  return {
    max_rows_to_read: MAX_ADDED_ROWS,
    ...(listing > 0 && milliseconds > 1 && { max_result_bytes: Math.floor(MAX_ADDED_BYTES / listing) }),
  };
};

/**
 * Answers all questions with one read of the range. For a short range, planning the statement takes most of the time, so each question adds
 * only its condition to the statement. Without `adding`, callers pass one question, because numbers of distinct values of several groups
 * cannot be added up. Reads only events whose timestamp is at most MAX_LATE_DAYS before the range; index `arrival` skips rows that arrived
 * at other times.
 */
export function usageStatement(
  questions: readonly Resolved[],
  { arrivedFrom, arrivedTo, byDayIn, adding = false }: Omit<UsageRequest, 'questions'>,
): Statement {
  const params = new Params();
  const hits = questions.map(({ filter }, index) => `${2 ** index} * (${toCondition(filter, params).where})`);
  const sums = fieldsOf(questions, 'sum').map((field, index) => {
    const amount = `toDecimal128OrZero(${fieldSql(field, params)}, 9) AS amount_${index}`;
    return `toString(sumIf(${amount}, abs(amount_${index}) < ${MIN_IGNORED}))`;
  });
  const distinct = fieldsOf(questions, 'distinct').map((field) => {
    const [value, isValue] = [fieldSql(field, params), `${fieldSql(field, params)} NOT IN ('', 'null')`];
    return adding
      ? `groupUniqArrayIf(hex(sipHash128(${value})), ${isValue})`
      : `toString(uniqExactIf(${value}, ${isValue}))`;
  });
  // Normalizes the case of zone names.
  const zone = byDayIn && new Intl.DateTimeFormat('en', { timeZone: byDayIn }).resolvedOptions().timeZone;
  const sql = `
    SELECT organization_id AS organization, ${zone ? `toString(toDate(published_at, ${params.add(zone)}))` : `''`} AS day,
      ${hits.join(' + ')} AS questions, count() AS events,
      ${adding ? `''` : 'lower(concat(hex(groupBitXor(sipHash64(source_id, id))), hex(groupBitXor(cityHash64(id, source_id)))))'} AS digest,
      ${listed(adding ? sums : [...sums, ...distinct], 'Array(String)')} AS sums,
      ${listed(adding ? distinct : [], 'Array(Array(String))')} AS values
    FROM integration_events
    WHERE timestamp >= ${toMomentSql(Math.max(Date.parse(arrivedFrom) - MAX_LATE_DAYS * DAY, 0))}
      AND published_at >= ${toMomentSql(arrivedFrom)} AND published_at < ${toMomentSql(arrivedTo)} AND questions > 0
    GROUP BY organization, day, questions ORDER BY organization, day`;
  const settings = adding
    ? addedLimits(questions, Date.parse(arrivedTo) - Date.parse(arrivedFrom))
    : { max_rows_to_read: MAX_ROWS };
  return forSure({ sql, params: params.values, settings });
}
