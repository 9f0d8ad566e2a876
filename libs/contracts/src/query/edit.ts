import { DERIVED_FIELDS, FIELDS, type FieldName, meansMore, type ParameterField } from './fields.ts';
import { flat } from './parse.ts';
import { printQuery } from './print.ts';
import type { Is, Query } from './query.ts';

/* Functions that edit one part of a query after a click, and leave the rest of the query unchanged. */

/** The terms that the query joins by AND at the top level. */
export const termsOf = (query: Query | null): readonly Query[] =>
  query === null ? [] : query.kind === 'and' ? query.of : [query];

export const all = (terms: readonly Query[]): Query | null => (terms.length === 0 ? null : flat('and', terms));

/** A term that matches a field's exact value. The value may contain any characters. */
export const equal = (field: FieldName, value: string, path: readonly string[] = []): Is => {
  const isQuoted = meansMore(value, FIELDS[field].kind);
  return { kind: 'is', field, path, operator: '=', value, isQuoted };
};

/** Fields that have their own URL parameter for one exact value, in display order. */
export const PARAMS: readonly ParameterField[] = [
  'status',
  'integration',
  'severity',
  'type',
  'event',
  'trace',
  ...DERIVED_FIELDS,
  'organization',
];

/** The term for a parameter's value; the value of the organization parameter is an id. */
export const isValue = (field: ParameterField, value: string | number): Is =>
  field === 'organization' ? { ...equal(field, `#${value}`), isQuoted: false } : equal(field, String(value));

/** Whether the field's parameter can express the term. */
export const isExact = (query: Query): query is Is => query.kind === 'is' && query.operator === 'exactly';

/** Turns a term into its parameter form if the field's parameter can express it. */
const exactly = (is: Is): Is => {
  const { field, operator, value, isQuoted } = is;
  const isWord =
    field === 'organization' ? /^#[1-9]\d{0,9}$/.test(value) : isQuoted || !meansMore(value, FIELDS[field].kind);
  const isParam = PARAMS.some((name) => name === field) && value === value.trim();
  const isKnown = field !== 'trace' || /^[\da-f]{32}$/.test(value);
  return operator === '=' && isParam && isWord && isKnown ? { ...is, operator: 'exactly' } : is;
};

/** The selected values of one field, or one path in the details. */
export type Choices = { included: readonly Is[]; excluded: readonly Is[] };

const isSame = (one: Query, other: Query): boolean => printQuery(one) === printQuery(other);
const isOf = (query: Query, { field, path }: Pick<Is, 'field' | 'path'>): query is Is =>
  query.kind === 'is' && query.field === field && query.path.join('\n') === path.join('\n');
/** The values of a term that is only about this field; null for any other term. */
const valuesOf = (term: Query, field: Pick<Is, 'field' | 'path'>): readonly Is[] | null => {
  const parts = term.kind === 'or' ? term.of : [term];
  return parts.every((part) => isOf(part, field)) ? parts : null;
};

/** Splits a query into the choices of this field, and all other terms. */
function split(query: Query | null, field: Pick<Is, 'field' | 'path'>): Choices & { others: Query[] } {
  const others: Query[] = [];
  let included: readonly Is[] = [];
  let excluded: readonly Is[] = [];
  for (const term of termsOf(query)) {
    // A value in the field's parameter is also a choice.
    if (isExact(term) && isOf(term, field)) {
      const value = { ...term, operator: '=' } as const;
      included = included.some((one) => isSame(one, value)) ? included : [...included, value];
      excluded = without(excluded, value);
      continue;
    }
    const isExcluding = term.kind === 'not';
    const values = valuesOf(isExcluding ? term.of : term, field);
    // Two groups about one field must both match; only the first group counts as choices.
    if (values === null || (!isExcluding && included.length > 0)) others.push(term);
    else if (isExcluding) excluded = [...excluded, ...values];
    else included = values;
  }
  return { included, excluded, others };
}

export const choicesOf = (query: Query | null, field: Pick<Is, 'field' | 'path'>): Choices => {
  const { included, excluded } = split(query, field);
  return { included, excluded };
};

/** Joins all terms to a query. A single included value becomes the field's parameter. */
function join(others: readonly Query[], { included, excluded }: Choices): Query | null {
  const isOne = included.length === 1 && excluded.length === 0;
  return all([
    ...others,
    ...(included.length > 0 ? [flat('or', isOne ? included.map(exactly) : included)] : []),
    ...(excluded.length > 0 ? [{ kind: 'not', of: flat('or', excluded) } as const] : []),
  ]);
}

const without = (values: readonly Is[], value: Is): readonly Is[] => values.filter((one) => !isSame(one, value));

/** Adds an included value, or removes it if the query includes it. Removes an exclusion of this value. */
export function include(query: Query | null, value: Is): Query | null {
  const { included, excluded, others } = split(query, value);
  const rest = without(included, value);
  const wanted = rest.length < included.length ? rest : [...included, value];
  return join(others, { included: wanted, excluded: without(excluded, value) });
}

/** Adds an excluded value, or removes it if the query excludes it. Removes an inclusion of this value. */
export function exclude(query: Query | null, value: Is): Query | null {
  const { included, excluded, others } = split(query, value);
  const rest = without(excluded, value);
  const unwanted = rest.length < excluded.length ? rest : [...excluded, value];
  return join(others, { included: without(included, value), excluded: unwanted });
}

/** Selects this value as the only one of its field. */
export const only = (query: Query | null, value: Is): Query | null =>
  join(split(query, value).others, { included: [value], excluded: [] });

export const anyOf = (query: Query | null, field: Pick<Is, 'field' | 'path'>): Query | null =>
  all(split(query, field).others);

export const drop = (query: Query | null, term: Query): Query | null =>
  all(termsOf(query).filter((one) => !isSame(one, term) || isExact(one) !== isExact(term)));

export const negate = (query: Query | null, term: Query): Query | null =>
  isExact(term)
    ? exclude(query, term)
    : all(
        termsOf(query).map((one) => {
          if (!isSame(one, term) || isExact(one)) return one;
          return one.kind === 'not' ? one.of : { kind: 'not', of: one };
        }),
      );
