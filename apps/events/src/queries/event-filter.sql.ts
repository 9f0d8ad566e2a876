import type { ResolvedFilter } from './event-filter.ts';

/** A condition over table integration_events, and the values that it names. */
export type Condition = { where: string; params: Record<string, string> };

/** Part of a trace id, folded. */
const HEX = /^[0-9A-F]{1,32}$/;

/**
 * The filter's SQL reader; event-filter.predicate.ts is its twin. Text is compared literally, without patterns, so `%`, `_`
 * and `\` mean themselves. Ids stand in the text: they are numbers, and there may be more than fit in a URL.
 */
export function toCondition({ needle, result, sources, organizations }: ResolvedFilter): Condition {
  const conditions: string[] = [];
  const params: Record<string, string> = {};
  if (organizations) conditions.push(isIn('organization_id', organizations));
  if (sources) conditions.push(isIn('source_id', sources));
  if (result) {
    conditions.push('result = {result:String}');
    params['result'] = result;
  }
  if (needle) {
    const inText = 'position(search_text, {needle:String}) > 0';
    conditions.push(HEX.test(needle) ? `(${inText} OR position(upper(trace_id), {needle:String}) > 0)` : inText);
    params['needle'] = needle;
  }
  return { where: conditions.join(' AND ') || 'true', params };
}

const isIn = (column: string, ids: ReadonlySet<number>): string =>
  ids.size === 0 ? 'false' : `${column} IN (${[...ids].join(', ')})`;
