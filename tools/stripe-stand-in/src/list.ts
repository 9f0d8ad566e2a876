import { missing } from './fault.ts';
import type { Paging } from './parameters.ts';

type Page<Row> = { object: 'list'; url: string; has_more: boolean; data: Row[] };

/** One page of `rows`, which must be in Stripe's order: newest first. */
export const listPage = <Row extends { id: string; object: string }>(
  rows: readonly Row[],
  url: string,
  { limit, starting_after, ending_before }: Paging,
): Page<Row> => {
  const indexOf = (name: string, id: string | undefined): number | undefined => {
    if (id === undefined) return undefined;
    const index = rows.findIndex((row) => row.id === id);
    if (index < 0) throw missing(rows[0]?.object ?? 'object', id, name);
    return index;
  };
  const before = indexOf('ending_before', ending_before);
  if (before !== undefined) {
    const start = Math.max(0, before - limit);
    return { object: 'list', url, has_more: start > 0, data: rows.slice(start, before) };
  }
  const start = (indexOf('starting_after', starting_after) ?? -1) + 1;
  return { object: 'list', url, has_more: start + limit < rows.length, data: rows.slice(start, start + limit) };
};

/** Reverses rows from order of creation to Stripe's order. */
export const newestFirst = <Row>(rows: Iterable<Row>): Row[] => [...rows].toReversed();
