import { all, isExact, isValue, PARAMS, termsOf } from './edit.ts';
import type { ParameterField } from './fields.ts';
import { parseQuery } from './parse.ts';
import type { Fault, Query } from './query.ts';

/** A filter as in URLs, saved views and the API: a text, a query, and values of some fields. */
type Params = { readonly [Name in ParameterField]?: string | number | undefined } & {
  readonly query?: string | undefined;
  readonly where?: string | undefined;
};

/** Converts parameters to terms, all of which must match. A faulty `where` adds no terms. */
export function fromParams(params: Params): { terms: readonly Query[]; fault: Fault | null } {
  const { query: text = '', where = '' } = params;
  const parsed = parseQuery(where);
  const terms: Query[] = text === '' ? [] : [{ kind: 'text', text }];
  if (parsed.ok) terms.push(...termsOf(parsed.query));
  for (const name of PARAMS) {
    const value = params[name];
    if (value !== undefined) terms.push({ ...isValue(name, value), operator: 'exactly' });
  }
  return { terms, fault: parsed.ok ? null : parsed.fault };
}

/** Splits a query into parameters for its exact values, and a query with the other terms. */
export function toParams(query: Query | null): { values: Readonly<Record<string, string>>; rest: Query | null } {
  const terms = termsOf(query);
  const values = terms
    .filter(isExact)
    .map(({ field, value }) => [field, field === 'organization' ? value.slice(1) : value]);
  return { values: Object.fromEntries(values), rest: all(terms.filter((term) => !isExact(term))) };
}
