import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { numberPrefix, numberTerm, textPrefix } from '../../text/detail-terms.ts';
import type { Pattern } from '../../text/pattern.ts';
import { foldSql } from '../../text/search-text.ts';
import { toMomentSql } from '../schema/moments.ts';
import type { ResolvedQuery } from './resolved-query.ts';

/** Parameters of a condition; two conditions in one statement use different prefixes. */
export class Params {
  readonly values: Record<string, string> = {};

  constructor(private readonly prefix = 'v') {}

  /** Adds a value and returns its name in SQL. */
  add(value: string): string {
    const name = `${this.prefix}${Object.keys(this.values).length}`;
    this.values[name] = value;
    return `{${name}:String}`;
  }
}

/** Matches a part of a case-folded trace id. */
const HEX = /^[0-9A-F]{1,32}$/;
/** Characters of a complete trace id, which is looked up in an index. */
const TRACE_LENGTH = 32;

/** Converts a query to SQL with the same result as query-predicate.ts. Ids are inlined, because they are numbers and may be many. */
export function toQuerySql(query: ResolvedQuery, params: Params): string {
  switch (query.kind) {
    case 'and':
      return query.of.length === 0 ? 'true' : `(${query.of.map((part) => toQuerySql(part, params)).join(' AND ')})`;
    case 'or':
      return `(${query.of.map((part) => toQuerySql(part, params)).join(' OR ')})`;
    case 'not':
      return `NOT ${toQuerySql(query.of, params)}`;
    case 'text':
      return toTextSql(query.needle, params);
    case 'choice':
      return query.values.length === 0
        ? 'false'
        : `${query.column} IN (${query.values.map((value) => `'${value}'`).join(', ')})`;
    case 'ids':
      return isIn(query.column, query.ids);
    case 'name':
      return isOf(foldSql(query.column), query.pattern, params);
    case 'message':
      return `search_text LIKE ${params.add(`%\u001f%\u001f${like(query.pattern)}`)}`;
    case 'exact':
      return `${query.column} = ${params.add(query.value)}`;
    case 'delay':
      return `toUnixTimestamp64Milli(published_at) - toUnixTimestamp64Milli(timestamp) ${query.comparison} ${query.milliseconds}`;
    case 'arrived':
      return `published_at ${query.comparison} ${toMomentSql(query.moment)}`;
    case 'senderProven':
      return `kafka_partition >= ${FIRST_DOOR_PARTITION}`;
    case 'terms':
      return `(${query.anyOf.map((term) => `has(detail_terms, ${params.add(term)})`).join(' OR ')})`;
    case 'detailText': {
      const pattern = params.add(`${escape(textPrefix(query.path))}${like(query.pattern)}`);
      return `(has(detail_terms, ${params.add(query.path)}) AND arrayExists(term -> term LIKE ${pattern}, detail_terms))`;
    }
    case 'detailNumber': {
      const { path, comparison, value } = query;
      const bound = params.add(numberTerm(path, value));
      const prefix = params.add(numberPrefix(path));
      const isWanted = `startsWith(term, ${prefix}) AND term ${comparison} ${bound}`;
      return `(has(detail_terms, ${params.add(path)}) AND arrayExists(term -> ${isWanted}, detail_terms))`;
    }
  }
}

/** Searches texts with LIKE, which the text indexes support. */
function toTextSql(needle: string, params: Params): string {
  const inText = `search_text LIKE ${params.add(containing(needle))}`;
  if (!HEX.test(needle)) return inText;
  const hex = needle.toLowerCase();
  const inTrace =
    hex.length === TRACE_LENGTH ? `trace_id = ${params.add(hex)}` : `trace_id LIKE ${params.add(containing(hex))}`;
  return `(${inText} OR ${inTrace})`;
}

export const isIn = (column: string, ids: ReadonlySet<number>): string =>
  ids.size === 0 ? 'false' : `${column} IN (${[...ids].join(', ')})`;

const isOf = (column: string, pattern: Pattern, params: Params): string => {
  const [only = '', ...more] = pattern.parts;
  return pattern.isWhole && more.length === 0
    ? `${column} = ${params.add(only)}`
    : `${column} LIKE ${params.add(like(pattern))}`;
};

const like = ({ parts, isWhole }: Pattern): string => {
  const text = parts.map(escape).join('%');
  return isWhole ? text : `%${text}%`;
};
/** Escapes the special characters of LIKE, so that user input is literal. */
const escape = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
/** The LIKE pattern for texts that contain this text. */
const containing = (text: string): string => `%${escape(text)}%`;
