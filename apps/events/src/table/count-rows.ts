import { bucketOf, DAY, HOUR } from './schema/buckets.ts';
import { toMomentSql } from './schema/moments.ts';
import { isCounted, namesEvents } from './filter/counted.ts';
import type { ResolvedFilter } from './filter/resolve.ts';
import { toCondition } from './filter/sql.ts';

/** A SELECT to use in a FROM, with its parameters. */
type Counts = { select: string; params: Record<string, string> };

/**
 * Returns the bucket length in milliseconds of the precomputed counts that can answer the filter: a day, or an hour if the filter does not
 * depend on event names. Returns null if events must be counted one by one.
 * @param shortest - the length in milliseconds that the result must not exceed.
 */
export function countedBy(filter: ResolvedFilter, shortest: number): number | null {
  if (!filter.where.every(isCounted)) return null;
  if (!namesEvents(filter) && shortest < DAY && shortest >= HOUR) return HOUR;
  return shortest >= DAY ? DAY : null;
}

/**
 * Counts events by `columns`, as `n`. Counts of whole buckets come from the projection with this bucket length, counts for the rest of
 * the range from rows, so a combination of values may occur several times.
 * @param length bucket length of a projection, or null to count rows.
 */
export function countBy(columns: string, filter: ResolvedFilter, length: number | null): Counts {
  const count = (where: string): string =>
    `SELECT ${columns}, count() AS n FROM integration_events WHERE ${where} GROUP BY ALL`;
  const whole = toCondition(filter);
  const wholeBuckets = length === null ? null : insideOf(filter, length);
  if (length === null || wholeBuckets === null) return { select: count(whole.where), params: whole.params };
  const { first, end } = wholeBuckets;
  const bucket = bucketOf(length);
  const { where } = toCondition({ ...filter, from: null, to: null });
  const inside = [
    where,
    ...(first === null ? [] : [`${bucket} >= ${first}`]),
    ...(end === null ? [] : [`${bucket} < ${end}`]),
  ];
  const edges = [
    ...edge(filter.from, first === null ? null : first * length),
    ...edge(end === null ? null : end * length, filter.to),
  ];
  const counts = [count(inside.join(' AND ')), ...edges.map((range) => count(`${where} AND ${range}`))];
  return { select: counts.join(' UNION ALL '), params: whole.params };
}

/** The whole buckets in a range, `first` <= bucket < `end`; null: unlimited. */
export type Buckets = { first: number | null; end: number | null };

/** The whole buckets in the filter's range; null if the range contains no whole bucket. */
export function insideOf({ from, to }: Pick<ResolvedFilter, 'from' | 'to'>, length: number): Buckets | null {
  const first = from === null ? null : Math.ceil(Date.parse(from) / length);
  const end = to === null ? null : Math.floor(Date.parse(to) / length);
  return first !== null && end !== null && first >= end ? null : { first, end };
}

/**
 * Whether the filter's range is aligned to buckets.
 * @param length bucket length in milliseconds.
 */
export const isOfWholeBuckets = ({ from, to }: Pick<ResolvedFilter, 'from' | 'to'>, length: number): boolean =>
  [from, to].every((moment) => moment === null || Date.parse(moment) % length === 0);

/** The condition for a part of the filter's range outside of whole buckets; empty if there is no such part. */
function edge(from: string | number | null, to: string | number | null): string[] {
  if (from === null || to === null || new Date(from).getTime() >= new Date(to).getTime()) return [];
  return [`timestamp >= ${toMomentSql(from)} AND timestamp < ${toMomentSql(to)}`];
}
