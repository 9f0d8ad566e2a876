import { fold } from '@portico/contracts/common/fold';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { isDerived } from '@portico/contracts/query/fields';
import type { AcceptedEvent } from '../../judge/accepted-event.ts';
import { numberPrefix, numberTerm, textPrefix } from '../../text/detail-terms.ts';
import { fits } from '../../text/pattern.ts';
import { compare, type ResolvedQuery } from './resolved-query.ts';

/** The values that a filter reads. */
export type Searchable = Pick<
  AcceptedEvent,
  'publishedAt' | 'derived' | 'senderProven' | 'searchText' | 'detailsTerms'
> & { event: Omit<IntegrationEvent, 'details'> };

/** Evaluates a query in memory, with the same result as query-sql.ts. */
export function matchesQuery(query: ResolvedQuery, searchable: Searchable): boolean {
  const { event } = searchable;
  switch (query.kind) {
    case 'and':
      return query.of.every((part) => matchesQuery(part, searchable));
    case 'or':
      return query.of.some((part) => matchesQuery(part, searchable));
    case 'not':
      return !matchesQuery(query.of, searchable);
    case 'text':
      return searchable.searchText.includes(query.needle) || fold(event.trace_id).includes(query.needle);
    case 'choice':
      return query.values.includes(event[query.column]);
    case 'ids':
      return query.ids.has(event[query.column]);
    case 'name':
      return fits(fold(event[query.column]), query.pattern);
    case 'message':
      return fits(messageIn(searchable.searchText), query.pattern);
    case 'exact':
      return (isDerived(query.column) ? searchable.derived[query.column] : event[query.column]) === query.value;
    case 'delay':
      return compare(searchable.publishedAt - Date.parse(event.timestamp), query.comparison, query.milliseconds);
    case 'arrived':
      return compare(searchable.publishedAt, query.comparison, query.moment);
    case 'senderProven':
      return searchable.senderProven;
    case 'terms':
      return query.anyOf.some((term) => searchable.detailsTerms.includes(term));
    case 'detailText': {
      const prefix = textPrefix(query.path);
      const isWanted = (term: string): boolean =>
        term.startsWith(prefix) && fits(term.slice(prefix.length), query.pattern);
      return searchable.detailsTerms.some(isWanted);
    }
    case 'detailNumber': {
      const { path, comparison, value } = query;
      const [bound, prefix] = [numberTerm(path, value), numberPrefix(path)];
      return searchable.detailsTerms.some((term) => term.startsWith(prefix) && isOrdered(term, comparison, bound));
    }
  }
}

const isOrdered = (a: string, comparison: '>' | '>=' | '<' | '<=', b: string): boolean =>
  compare(a === b ? 0 : a < b ? -1 : 1, comparison, 0);

/** The message in a search text: the part after event name and type. */
const messageIn = (searchText: string): string =>
  searchText.slice(searchText.indexOf('\u001f', searchText.indexOf('\u001f') + 1) + 1);
