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

/** The text, query and field values in a URL as one query, without the time range. Ignores an invalid `where`. */
export const questionOf = (filter: EventsFilter): Query | null => all(fromParams(filter).terms);

const isText = (query: Query | null, text: string): boolean => query?.kind === 'text' && query.text === text;

/** A plain text becomes the URL parameter `query`. Any other query, and a text above the maximum length, becomes `where`. */
const textOrQuery = (query: Query | null, text: string): EventsFilter =>
  isText(query, text) && text.length <= MAX_QUERY_LENGTH
    ? { query: text, where: undefined }
    : { query: undefined, where: text || undefined };

/** Parses typed text to URL parameters, or returns the error in the text. */
export const readTyped = (text: string): { change: EventsFilter } | { fault: Fault } => {
  const parsed = parseQuery(text);
  return parsed.ok ? { change: textOrQuery(parsed.query, text) } : { fault: parsed.fault };
};

/** The search box text for a URL's text and query. */
export const boxText = ({ query, where }: EventsFilter): string => {
  if (query === undefined) return where ?? '';
  if (where !== undefined) return `${quote(query)} ${where}`;
  const parsed = parseQuery(query);
  return parsed.ok && isText(parsed.query, query) ? query : quote(query);
};

export const toFilter = (question: Query | null): EventsFilter => {
  const { values, rest } = toParams(question);
  const search = readEventsSearch(values);
  const { status, integration, severity, type, event, trace, organization } = search;
  const derived = forFields(DERIVED_FIELDS, (name) => search[name]);
  const textParams = textOrQuery(rest, printQuery(rest));
  return { ...textParams, status, integration, severity, type, event, trace, ...derived, organization };
};

/** The earliest arrival time that the filter selects, in milliseconds since 1970; null if unlimited. */
export const arrivedSince = (filter: EventsFilter): number | null => {
  const bounds = termsOf(questionOf(filter)).map((term) =>
    term.kind === 'is' && term.field === 'arrived' && (term.operator === '>=' || term.operator === '>')
      ? (readMoment(term.value) ?? 0)
      : 0,
  );
  return Math.max(0, ...bounds) || null;
};

export const chosenOf = (filter: EventsFilter, target: Pick<Is, 'field' | 'path'>): Choices =>
  choicesOf(questionOf(filter), target);

const EDITS = { include, exclude, only, any: anyOf } as const;

/** The filter after an edit. `only` selects `value` alone; `any` removes all values of its field. */
export const edited = (filter: EventsFilter, edit: Edit, value: Is): EventsFilter =>
  toFilter(EDITS[edit](questionOf(filter), value));

/** The filter with `value` as the only value of a field; undefined removes all values of the field. */
export const chosen = (filter: EventsFilter, field: ParameterField, value: string | undefined): EventsFilter =>
  edited(filter, value === undefined ? 'any' : 'only', isValue(field, value ?? ''));
