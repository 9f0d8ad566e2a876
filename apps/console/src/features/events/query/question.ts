import { add, all, anyOf, choicesOf, equal, exclude, include, only, termsOf } from '@portico/contracts/query/edit';
import { parseQuery } from '@portico/contracts/query/parse';
import { printQuery, valueOf } from '@portico/contracts/query/print';
import type { Is, Parsed, Query } from '@portico/contracts/query/query';
import { readEventsSearch, type EventsFilter } from '../events-search.ts';
import { isPlain } from './plain.ts';

/** Fields of which one value stands in the address under their own name, as it did before there were queries. */
const OWN_FIELDS = ['status', 'severity', 'type', 'event', 'integration', 'organization', 'trace', 'subject'] as const;
export type OwnField = (typeof OWN_FIELDS)[number];
export type Edit = 'include' | 'exclude' | 'only' | 'any';

/** What the search box asks: text and query of the address in one. Of a query with a fault nothing is left. */
export const questionOf = ({ query, where }: EventsFilter): Query | null => {
  const parsed = parseQuery(where ?? '');
  const terms = termsOf(parsed.ok ? parsed.query : null);
  return all(query === undefined ? terms : [{ kind: 'text', text: query }, ...terms]);
};

/** How the address says it. */
export const toFilter = (question: Query | null): EventsFilter => {
  if (question?.kind === 'text' && isPlain(question.text)) return { query: question.text, where: undefined };
  return { query: undefined, where: question === null ? undefined : printQuery(question) };
};

/** What changes in the address when this text is not to be in an event, instead of being looked for. */
export const withoutText = (text: string): EventsFilter => toFilter({ kind: 'not', of: { kind: 'text', text } });

/** What was typed, for the address; the fault where it has one. */
export const readTyped = (
  text: string,
): { change: EventsFilter } | { fault: Extract<Parsed, { ok: false }>['fault'] } => {
  const parsed = parseQuery(text);
  return parsed.ok ? { change: { query: undefined, where: text || undefined } } : { fault: parsed.fault };
};

/** That an event has this value, as the address has it: of an organization its id. */
export const isValue = (field: OwnField, value: string | number): Is =>
  field === 'organization' ? { ...equal(field, `#${value}`), isQuoted: false } : equal(field, String(value));

const isOwn = (field: string): field is OwnField => OWN_FIELDS.some((own) => own === field);

/** The question with what the address says of this field under its own name. */
const withOwn = (filter: EventsFilter, { field }: Pick<Is, 'field'>): Query | null => {
  const question = questionOf(filter);
  const own = isOwn(field) ? filter[field] : undefined;
  if (own === undefined || !isOwn(field)) return question;
  const value = isValue(field, own);
  const isThere = choicesOf(question, value).included.some((one) => valueOf(one) === valueOf(value));
  return isThere ? question : include(question, value);
};

/** What the filter asks of a field, or of a path in the details. */
export const chosenOf = (filter: EventsFilter, of: Pick<Is, 'field' | 'path'>) => choicesOf(withOwn(filter, of), of);

/** The value by which the address can name it under the field's own name; undefined where only a query can. */
const ownValue = ({ field, operator, value, isQuoted }: Is): string | undefined => {
  if (operator !== '=' || (value.includes('*') && !isQuoted)) return undefined;
  if (field === 'organization') return isQuoted ? undefined : /^#(\d+)$/.exec(value)?.[1];
  return value.startsWith('#') && !isQuoted ? undefined : value;
};

/** What is asked of one field alone stands under its own name, anything else in the query. */
const toAddress = (question: Query | null, of: Is): EventsFilter => {
  const { included, excluded } = choicesOf(question, of);
  const [value] = included;
  const own = value && included.length === 1 && excluded.length === 0 ? ownValue(value) : undefined;
  if (!isOwn(of.field)) return toFilter(question);
  const read = own === undefined ? undefined : readEventsSearch({ [of.field]: own })[of.field];
  return { ...toFilter(read === undefined ? question : anyOf(question, of)), [of.field]: read };
};

const EDITS = { include, exclude, only, any: anyOf } as const;

/** What changes in the address when a value is wanted, unwanted, or the only one wanted. */
export const edited = (filter: EventsFilter, edit: Edit, value: Is): EventsFilter =>
  toAddress(EDITS[edit](withOwn(filter, value), value), value);

/** What changes in the address with one term more. */
export const added = (filter: EventsFilter, term: Query): EventsFilter => toFilter(add(questionOf(filter), term));

/** What changes in the address when this value is the only one wanted of a field; undefined for any. */
export const chosen = (filter: EventsFilter, field: OwnField, value: string | undefined): EventsFilter =>
  edited(filter, value === undefined ? 'any' : 'only', isValue(field, value ?? ''));
