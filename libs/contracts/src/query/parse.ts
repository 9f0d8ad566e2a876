import { FIELDS, meansMore, readDuration, readMoment, readNumber } from './fields.ts';
import { MAX_DEPTH, MAX_NAME_PATTERNS, MAX_TERMS, MAX_WHERE_LENGTH } from './limits.ts';
import { FIELD_NAMES, type Is, type Parsed, type Query } from './query.ts';
import { Malformed, type Place, type Raw, type RawField, type RawValue, readSyntax } from './syntax.ts';

/** Parses a query; the query of a blank text is null. Reports the first fault. */
export function parseQuery(text: string): Parsed {
  try {
    const length = { from: MAX_WHERE_LENGTH, to: text.length };
    if (length.to > length.from)
      throw new Malformed(`A query should be at most ${MAX_WHERE_LENGTH} characters long`, length);
    const raw = readSyntax(text);
    if (raw === null) return { ok: true, query: null };
    const query = toQuery(raw, 1);
    if (termsOf(query) > MAX_TERMS) throw new Malformed(`A query should have at most ${MAX_TERMS} terms`, raw);
    checkNamePatterns(raw, new Set());
    return { ok: true, query };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, fault: error.fault };
    // A RangeError means that the groups are nested too deeply for the stack.
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, fault: { message: `Groups should be at most ${MAX_DEPTH} deep`, from: 0, to: 1 } };
  }
}

function toQuery(raw: Raw, depth: number): Query {
  if (depth > MAX_DEPTH) throw new Malformed(`Groups should be at most ${MAX_DEPTH} deep`, raw);
  switch (raw.kind) {
    case 'text':
      return toText(raw);
    case 'not':
      return { kind: 'not', of: toQuery(raw.of, depth + 1) };
    case 'field':
      return flat(
        'or',
        raw.values.map((value) => toIs(raw, value)),
      );
    default:
      return flat(
        raw.kind,
        raw.of.map((part) => toQuery(part, depth + 1)),
      );
  }
}

/** Joins parts by AND or OR. Merges nested parts of the same kind. Returns a single part unchanged. */
export function flat(kind: 'and' | 'or', parts: readonly Query[]): Query {
  const of = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  const [only] = of;
  return of.length === 1 && only ? only : { kind, of };
}

const termsOf = (query: Query): number => {
  if (query.kind === 'not') return termsOf(query.of);
  return query.kind === 'and' || query.kind === 'or' ? query.of.reduce((sum, part) => sum + termsOf(part), 0) : 1;
};

/** Checks the number of name patterns. `known`: the different name patterns before this part. */
function checkNamePatterns(raw: Raw, known: Set<string>): void {
  if (raw.kind === 'not') return checkNamePatterns(raw.of, known);
  if (raw.kind === 'text') return;
  if (raw.kind !== 'field') {
    for (const part of raw.of) checkNamePatterns(part, known);
    return;
  }
  const field = raw.field.name.toLowerCase();
  if (field !== 'integration' && field !== 'organization') return;
  for (const value of raw.values) {
    // A lone * is not a name pattern.
    if (value.isQuoted || value.text === '*' || !value.text.includes('*')) continue;
    known.add(`${field}:${value.text.toLowerCase()}`);
    const message = `A query should have at most ${MAX_NAME_PATTERNS} different names with * of integrations and organizations`;
    if (known.size > MAX_NAME_PATTERNS) throw new Malformed(message, value);
  }
}

/** Separator between the texts of an event; no text contains it. */
const SEPARATOR = '\u001f';

function toText(raw: Place & { text: string }): Query {
  const text = raw.text.trim();
  if (text === '') throw new Malformed('A text should not be empty', raw);
  if (text.includes(SEPARATOR)) throw new Malformed('A text should not have the control character U+001F', raw);
  return { kind: 'text', text };
}

function toIs({ field: { name, path, ...at } }: RawField, raw: RawValue): Is {
  const known = FIELD_NAMES.find((one) => one === name.toLowerCase());
  if (known === undefined)
    throw new Malformed(
      `There is no field ${name}, only ${FIELD_NAMES.join(', ')}. Put text with a colon in quotes`,
      at,
    );
  const field = FIELDS[known];
  if (field.kind === 'json' && path.length === 0) throw new Malformed('There should be a name after details', at);
  if (field.kind !== 'json' && path.length > 0)
    throw new Malformed(`${known} has no inner fields, only details has`, at);
  const { text: value, operator } = raw;
  const isQuoted = raw.isQuoted && meansMore(value, field.kind);
  if (value === '') throw new Malformed('A value should not be empty', raw);
  if (value === '*' && !raw.isQuoted && operator === '=')
    return { kind: 'is', field: known, path, operator: 'exists', value, isQuoted };
  const is = { kind: 'is', field: known, path, operator, value, isQuoted } as const;
  if (operator !== '=' && !field.isOrdered) throw new Malformed(`${known} cannot be compared with ${operator}`, raw);
  switch (field.kind) {
    case 'choice': {
      const choice = field.values?.find((one) => one === value.toUpperCase());
      if (choice === undefined) throw new Malformed(`${known} is one of ${field.values?.join(', ') ?? ''}`, raw);
      return { ...is, value: choice, isQuoted: false };
    }
    case 'duration':
      if (readDuration(value) === null)
        throw new Malformed(`${known} should be a time like 250ms, 30s, 5m, 2h or 1d`, raw);
      return { ...is, isQuoted: false };
    case 'moment':
      if (readMoment(value) === null)
        throw new Malformed(`${known} should be a moment like 2026-11-28T09:00Z or 2026-11-28T10:00:00+01:00`, raw);
      return { ...is, isQuoted: false };
    case 'json':
      if (operator !== '=' && (isQuoted || readNumber(value) === null))
        throw new Malformed(`${operator} can compare only numbers`, raw);
      return is;
    default:
      return is;
  }
}
