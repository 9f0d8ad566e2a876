import { toMomentSql } from '../schema/moments.ts';
import type { ResolvedFilter } from './resolve.ts';

/** A condition over table integration_events, and the values that it names. */
export type Condition = { where: string; params: Record<string, string> };

/** Part of a trace id, folded. */
const HEX = /^[0-9A-F]{1,32}$/;
/** A whole one is found by its index. */
const TRACE_LENGTH = 32;

/**
 * The filter's SQL reader; predicate.ts is its twin. Text is compared with LIKE, which the text indexes can
 * answer, and what the user typed means itself. Ids stand in the text: they are numbers, and there may be more than fit in
 * a URL.
 */
export function toCondition(filter: ResolvedFilter): Condition {
  const { needle, sources, organizations, from, to } = filter;
  const conditions: string[] = [];
  const params: Record<string, string> = {};
  if (organizations) conditions.push(isIn('organization_id', organizations));
  if (sources) conditions.push(isIn('source_id', sources));
  for (const [column, value] of exact(filter)) {
    if (value === null) continue;
    conditions.push(`${column} = {${column}:String}`);
    params[column] = value;
  }
  if (from) conditions.push(`timestamp >= ${toMomentSql(from)}`);
  if (to) conditions.push(`timestamp < ${toMomentSql(to)}`);
  if (needle) {
    const inText = 'search_text LIKE {needle:String}';
    const hex = HEX.test(needle) ? needle.toLowerCase() : null;
    const inTrace = hex?.length === TRACE_LENGTH ? 'trace_id = {hex:String}' : 'trace_id LIKE {hex:String}';
    conditions.push(hex === null ? inText : `(${inText} OR ${inTrace})`);
    params['needle'] = containing(needle);
    if (hex !== null) params['hex'] = hex.length === TRACE_LENGTH ? hex : containing(hex);
  }
  return { where: conditions.join(' AND ') || 'true', params };
}

/** Pattern of whatever holds this text. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Columns that should have one value. */
const exact = ({ result, severity, type, name, trace }: ResolvedFilter): [column: string, value: string | null][] => [
  ['result', result],
  ['severity_text', severity],
  ['source_type', type],
  ['event_name', name],
  ['trace_id', trace],
];

const isIn = (column: string, ids: ReadonlySet<number>): string =>
  ids.size === 0 ? 'false' : `${column} IN (${[...ids].join(', ')})`;
