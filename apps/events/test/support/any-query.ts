import { flat } from '@portico/contracts/query/parse';
import { DERIVED_FIELDS } from '@portico/contracts/query/fields';
import { printQuery } from '@portico/contracts/query/print';
import type { FieldName, Operator, Query } from '@portico/contracts/query/query';
import { SEVERITIES } from '@portico/contracts/events/choices';
import fc from 'fast-check';

type Comparison = {
  field: FieldName;
  path?: readonly string[];
  operator?: Operator;
  value: string;
  isQuoted?: boolean;
};
const is = ({ field, path = [], operator = '=', value, isQuoted = false }: Comparison): Query => ({
  kind: 'is',
  field,
  path,
  operator,
  value,
  isQuoted,
});

/** Paths, texts and numbers that generated events and queries share. There are few, so that queries and events often match. */
export const DETAIL_PATHS = [
  ['amount'],
  ['bank', 'code'],
  ['a b', '"'],
  ['tags'],
  ['caf\u00e9'],
  ['cafe\u0301'],
] as const;
export const DETAIL_VALUES = [
  0,
  -0,
  -1.5,
  12,
  1e300,
  5e-324,
  true,
  false,
  null,
  'true',
  '12',
  'Straße',
  'caf\u00e9',
  'CAFE\u0301',
  'a*b',
  '100%',
  'a_b',
  '',
] as const;

const operator = fc.constantFrom<Operator>('=', '>', '>=', '<', '<=');
const path = fc.constantFrom<readonly string[]>(...DETAIL_PATHS, ['bank'], ['absent']);
const name = fc.constantFrom('one', 'SHARED', 'sh*', '*e*', '*', '#2', '#9', 'unknown');
const pattern = fc.constantFrom(
  'n*',
  'N*a*',
  '*b',
  'payroll',
  'PAY*',
  'Ban%',
  'ban*',
  'İ_k',
  'İ*',
  'I\u0307_K',
  'STRASSE',
  'Ne\u0301*',
  'n\u00c9*',
  'οδοσ',
  'nß',
);

/** A condition on a field, with a value that many, few or no events have. */
const anyIs: fc.Arbitrary<Query> = fc.oneof(
  fc
    .constantFrom('SUCCESS', 'FAILURE', '*')
    .map((value) => is({ field: 'status', value, operator: value === '*' ? 'exists' : '=' })),
  fc
    .tuple(operator, fc.constantFrom(...SEVERITIES))
    .map(([how, value]) => is({ field: 'severity', operator: how, value })),
  fc.tuple(fc.constantFrom<FieldName>('type', 'event'), pattern).map(([field, value]) => is({ field, value })),
  fc
    .tuple(fc.constantFrom<FieldName>('integration', 'organization'), name)
    .map(([field, value]) => is({ field, value })),
  fc.constantFrom('a', 'A*b', '%', 'ss', '*é', '*e\u0301', 'E\u0301').map((value) => is({ field: 'message', value })),
  fc
    .tuple(fc.constantFrom(...DERIVED_FIELDS), fc.constantFrom('order 7', 'ORDER 7', 'order*'))
    .map(([field, value]) => is({ field, value })),
  fc.constantFrom(...DERIVED_FIELDS).map((field) => is({ field, operator: 'exists', value: '*' })),
  fc.constantFrom('0', '7', 'a').map((digit) => is({ field: 'trace', value: digit.repeat(32) })),
  fc
    .tuple(operator, fc.constantFrom('0ms', '1s', '23h', '24h', '1d'))
    .map(([how, value]) => is({ field: 'delay', operator: how, value })),
  fc
    .tuple(
      operator,
      fc.constantFrom('2026-01-02T23:59:59.999Z', '2026-01-03T00:00Z', '2026-01-03T01:00+01:00', '2026-01-04T00:00Z'),
    )
    .map(([how, value]) => is({ field: 'arrived', operator: how, value })),
  path.map((one) => is({ field: 'details', path: one, operator: 'exists', value: '*' })),
  fc
    .tuple(path, operator, fc.constantFrom(-1.5, 0, 11.9, 12, 1e300))
    .map(([one, how, value]) => is({ field: 'details', path: one, operator: how, value: JSON.stringify(value) })),
  fc
    .tuple(
      path,
      fc.constantFrom('true', 'null', '12', 'strasse', 'STRA*', 'Café', 'Cafe\u0301', 'c*e\u0301', '*%', '*_*', 'x'),
      fc.boolean(),
    )
    .map(([one, value, isQuoted]) => is({ field: 'details', path: one, value, isQuoted })),
);

const { query: anyQuery } = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    anyIs,
    fc.constantFrom('a', 'B', 'é', 'E\u0301', 'pay', '77').map((text): Query => ({ kind: 'text', text })),
    tie('query').map((of): Query => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('query'), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]) => flat(kind, of)),
  ),
}));

/** A query as text for the parameter `where`. */
export const anyWhere: fc.Arbitrary<string> = anyQuery.map(printQuery);
