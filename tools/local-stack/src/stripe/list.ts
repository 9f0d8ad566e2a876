import { missing, StripeFault } from './fault.ts';
import { textOf } from './parameters.ts';
import type { Parameters } from './parameters.ts';

/** Parameters of every list. */
export const LIST_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'expand'] as const;

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const limitOf = (parameters: Parameters): number => {
  const limit = Number(textOf(parameters, 'limit') ?? DEFAULT_LIMIT);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new StripeFault(400, `limit must be between 1 and ${MAX_LIMIT}`, {
    code: 'parameter_invalid_integer',
    param: 'limit',
  });
};

/** One page of `rows`, which stand in Stripe's order: newest first. */
export const listPage = <Row extends { id: string; object: string }>(
  rows: readonly Row[],
  url: string,
  parameters: Parameters,
): { object: 'list'; url: string; has_more: boolean; data: Row[] } => {
  const limit = limitOf(parameters);
  const indexOf = (name: string): number | undefined => {
    const id = textOf(parameters, name);
    if (id === undefined) return undefined;
    const index = rows.findIndex((row) => row.id === id);
    if (index < 0) throw missing(rows[0]?.object ?? 'object', id, name);
    return index;
  };
  const before = indexOf('ending_before');
  if (before !== undefined) {
    const start = Math.max(0, before - limit);
    return { object: 'list', url, has_more: start > 0, data: rows.slice(start, before) };
  }
  const start = (indexOf('starting_after') ?? -1) + 1;
  return { object: 'list', url, has_more: start + limit < rows.length, data: rows.slice(start, start + limit) };
};
