import { fold } from '@portico/contracts/common/fold';
import { type DerivedField, isDerived, readDuration, readMoment, readNumber } from '@portico/contracts/query/fields';
import type { Is, Operator, Query } from '@portico/contracts/query/query';
import { SEVERITIES } from '@portico/contracts/events/choices';
import type { Directory } from '../../directory/directory.ts';
import { LAST_MOMENT } from '../../judge/accept.ts';
import { foldText, literalTerm, MESSAGE, numberTerm, pathTerm, textTerm } from '../../text/detail-terms.ts';
import type { Pattern } from '../../text/pattern.ts';

type Comparison = Exclude<Operator, '=' | 'exactly' | 'exists'>;

/** A query with resolved names, for evaluation in memory and in SQL. Columns are columns of the table; texts and names are case-folded. */
export type ResolvedQuery =
  | { kind: 'and' | 'or'; of: readonly ResolvedQuery[] }
  | { kind: 'not'; of: ResolvedQuery }
  | { kind: 'text'; needle: string }
  | { kind: 'choice'; column: 'result' | 'severity_text'; values: readonly string[] }
  | { kind: 'ids'; column: 'source_id' | 'organization_id'; ids: ReadonlySet<number> }
  | { kind: 'name'; column: 'source_type' | 'event_name'; pattern: Pattern }
  | { kind: 'message'; pattern: Pattern }
  | { kind: 'exact'; column: 'source_type' | 'event_name' | 'trace_id' | 'id' | DerivedField; value: string }
  | { kind: 'delay'; comparison: Comparison | '='; milliseconds: number }
  | { kind: 'arrived'; comparison: Comparison | '='; moment: number }
  | { kind: 'senderProven' }
  | { kind: 'terms'; anyOf: readonly string[] }
  | { kind: 'detailText'; path: string; pattern: Pattern }
  | { kind: 'detailNumber'; path: string; comparison: Comparison; value: number };

const EVERYTHING: ResolvedQuery = { kind: 'and', of: [] };

export function resolveQuery(query: Query, directory: Directory): ResolvedQuery {
  switch (query.kind) {
    case 'text':
      return { kind: 'text', needle: fold(query.text) };
    case 'not':
      return { kind: 'not', of: resolveQuery(query.of, directory) };
    case 'is':
      return resolveIs(query, directory);
    default:
      return { kind: query.kind, of: query.of.map((part) => resolveQuery(part, directory)) };
  }
}

/** The pattern for a value. `*` matches any text, unless the value is quoted. */
const patternOf = ({ value, isQuoted }: Is, normal: (text: string) => string): Pattern => ({
  parts: (isQuoted ? [value] : value.split('*')).map(normal),
  isWhole: true,
});

function resolveIs(is: Is, directory: Directory): ResolvedQuery {
  const { field, value } = is;
  const isExact = is.operator === 'exactly';
  const operator = is.operator === 'exactly' ? '=' : is.operator;
  const exists = operator === 'exists';
  if (isDerived(field)) {
    const none: ResolvedQuery = { kind: 'exact', column: field, value: '' };
    return exists ? { kind: 'not', of: none } : { ...none, value };
  }
  switch (field) {
    case 'status':
      return exists ? EVERYTHING : { kind: 'choice', column: 'result', values: [value] };
    case 'severity':
      return exists ? EVERYTHING : { kind: 'choice', column: 'severity_text', values: severitiesOf(operator, value) };
    case 'type':
      return isExact
        ? { kind: 'exact', column: 'source_type', value }
        : { kind: 'name', column: 'source_type', pattern: patternOf(is, fold) };
    case 'event':
      return isExact
        ? { kind: 'exact', column: 'event_name', value }
        : { kind: 'name', column: 'event_name', pattern: patternOf(is, fold) };
    case 'integration':
      if (isExact) return { kind: 'ids', column: 'source_id', ids: directory.integrations.named(value) };
      return exists
        ? EVERYTHING
        : { kind: 'ids', column: 'source_id', ids: idsOf(is, (names) => directory.integrations.whose(names)) };
    case 'organization':
      return exists
        ? EVERYTHING
        : { kind: 'ids', column: 'organization_id', ids: idsOf(is, (names) => directory.organizations.whose(names)) };
    case 'message':
      return { kind: 'message', pattern: { ...patternOf(is, fold), isWhole: false } };
    case 'trace':
      return exists ? EVERYTHING : { kind: 'exact', column: 'trace_id', value: value.toLowerCase() };
    case 'id':
      return exists ? EVERYTHING : { kind: 'exact', column: 'id', value };
    case 'delay':
      return exists
        ? EVERYTHING
        : { kind: 'delay', comparison: operator, milliseconds: readDuration(value) ?? Number.NaN };
    case 'arrived':
      return exists
        ? EVERYTHING
        : { kind: 'arrived', comparison: operator, moment: storable(readMoment(value) ?? Number.NaN) };
    case 'details':
      return resolveDetail({ ...is, operator });
  }
}

/** Clamps a time to the storable range. */
const storable = (moment: number): number => Math.min(Math.max(moment, 0), LAST_MOMENT);

function severitiesOf(operator: Exclude<Operator, 'exactly'>, value: string): readonly string[] {
  const at = SEVERITIES.findIndex((severity) => severity === value);
  return SEVERITIES.filter((_, index) => compare(index, operator === 'exists' ? '=' : operator, at));
}

export function compare(a: number, comparison: Comparison | '=', b: number): boolean {
  switch (comparison) {
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    default:
      return a === b;
  }
}

/** Finds ids by name, in upper or lower case, or by id, such as `#7`. */
function idsOf(is: Is, idsWhose: (names: Pattern) => ReadonlySet<number>): ReadonlySet<number> {
  const id = is.isQuoted ? null : /^#([1-9]\d{0,9})$/.exec(is.value);
  if (id) return new Set([Number(id[1])]);
  return idsWhose(patternOf(is, fold));
}

const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function resolveDetail(is: Is & { operator: Exclude<Operator, 'exactly'> }): ResolvedQuery {
  const { operator, value, isQuoted } = is;
  const path = pathTerm(is.path);
  if (path === MESSAGE && operator === '=')
    return { kind: 'message', pattern: { ...patternOf(is, fold), isWhole: false } };
  if (operator === 'exists') return { kind: 'terms', anyOf: [path] };
  if (operator !== '=')
    return { kind: 'detailNumber', path, comparison: operator, value: readNumber(value) ?? Number.NaN };
  if (!isQuoted && value.includes('*')) return { kind: 'detailText', path, pattern: patternOf(is, foldText) };
  const anyOf = [textTerm(path, value)];
  if (!isQuoted) {
    const number = readNumber(value);
    if (number !== null) anyOf.push(numberTerm(path, number));
    const literal = LITERALS.get(value);
    if (literal !== undefined) anyOf.push(literalTerm(path, literal));
  }
  return { kind: 'terms', anyOf };
}
