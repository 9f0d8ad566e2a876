import {
  all,
  anyOf,
  choicesOf,
  exclude,
  include,
  isValue,
  only,
  termsOf,
  type Choices,
} from '@portico/contracts/query/edit';
import { MAX_QUERY_LENGTH } from '@portico/contracts/http/events';
import { DERIVED_FIELDS, forFields, type ParameterField, readMoment } from '@portico/contracts/query/fields';
import { fromParams, toParams } from '@portico/contracts/query/from-params';
import { parseQuery } from '@portico/contracts/query/parse';
import { printQuery, quote } from '@portico/contracts/query/print';
import type { Fault, Is, Query } from '@portico/contracts/query/query';
import { readEventsSearch, type EventsFilter } from '../events-search.ts';

export type Edit = 'include' | 'exclude' | 'only' | 'any';

/** What an address asks but its range. Of a query with a fault nothing is left. */
export const questionOf = (filter: EventsFilter): Query | null => all(fromParams(filter).terms);

const isText = (query: Query | null, text: string): boolean => query?.kind === 'text' && query.text === text;

/** A query of this text: as a text to look for when it is that, as a query when it is more, or too long for the other. */
const textOrQuery = (query: Query | null, text: string): EventsFilter =>
  isText(query, text) && text.length <= MAX_QUERY_LENGTH
    ? { query: text, where: undefined }
    : { query: undefined, where: text || undefined };

/** What was typed, for the address; the fault where it has one. */
export const readTyped = (text: string): { change: EventsFilter } | { fault: Fault } => {
  const parsed = parseQuery(text);
  return parsed.ok ? { change: textOrQuery(parsed.query, text) } : { fault: parsed.fault };
};

/** What stands in the search box: the text and the query of an address. */
export const boxText = ({ query, where }: EventsFilter): string => {
  if (query === undefined) return where ?? '';
  if (where !== undefined) return `${quote(query)} ${where}`;
  const parsed = parseQuery(query);
  return parsed.ok && isText(parsed.query, query) ? query : quote(query);
};

/** How the address asks it. */
export const toFilter = (question: Query | null): EventsFilter => {
  const { values, rest } = toParams(question);
  const search = readEventsSearch(values);
  const { status, integration, severity, type, event, trace, organization } = search;
  const derived = forFields(DERIVED_FIELDS, (name) => search[name]);
  const asked = textOrQuery(rest, printQuery(rest));
  return { ...asked, status, integration, severity, type, event, trace, ...derived, organization };
};

/** Milliseconds since 1970 before which nothing that is asked for arrived; null for no such moment. */
export const arrivedSince = (filter: EventsFilter): number | null => {
  const bounds = termsOf(questionOf(filter)).map((term) =>
    term.kind === 'is' && term.field === 'arrived' && (term.operator === '>=' || term.operator === '>')
      ? (readMoment(term.value) ?? 0)
      : 0,
  );
  return Math.max(0, ...bounds) || null;
};

/** What the filter asks of a field, or of a path in the details. */
export const chosenOf = (filter: EventsFilter, of: Pick<Is, 'field' | 'path'>): Choices =>
  choicesOf(questionOf(filter), of);

const EDITS = { include, exclude, only, any: anyOf } as const;

/** The address's filter when a value is wanted, unwanted, or the only one wanted. */
export const edited = (filter: EventsFilter, edit: Edit, value: Is): EventsFilter =>
  toFilter(EDITS[edit](questionOf(filter), value));

/** The same when this value is the only one wanted of a field; undefined for any. */
export const chosen = (filter: EventsFilter, field: ParameterField, value: string | undefined): EventsFilter =>
  edited(filter, value === undefined ? 'any' : 'only', isValue(field, value ?? ''));
