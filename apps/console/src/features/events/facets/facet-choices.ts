import { fold } from '@portico/contracts/common/fold';
import { isValue } from '@portico/contracts/query/edit';
import type { FacetField } from '@portico/contracts/query/fields';
import { valueOf } from '@portico/contracts/query/print';
import type { Is } from '@portico/contracts/query/query';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventsFilter } from '../events-search.ts';
import { chosenOf } from '../query/question.ts';

/** One value of a facet, with its state in the filter. */
export type Choice = {
  is: Is;
  text: string;
  /** The number of events; null for a selected value that the server did not count, such as a wildcard. */
  count: number | null;
  chosen: 'included' | 'excluded' | null;
};

export const FACETS: readonly FacetField[] = ['status', 'severity', 'integration', 'organization', 'type', 'event'];

type Counted = Omit<Choice, 'chosen'>;

const countedOf = (facets: EventFacets, id: FacetField, scope: readonly number[]): Counted[] =>
  id === 'organization'
    ? facets.organization
        .filter(({ value }) => scope.length === 0 || scope.includes(value))
        .map(({ value, name, count }) => ({ is: isValue(id, value), text: name ?? `Organization ${value}`, count }))
    : facets[id].map(({ value, count }) => ({ is: isValue(id, value), text: value, count }));

const keyOf = (is: Is): string => fold(valueOf(is));

/**
 * The choices of one facet, including selected values that no event has.
 * @param scope organizations of the screen; empty for all that the viewer may see
 */
export const choicesOf = (
  facets: EventFacets,
  id: FacetField,
  filter: EventsFilter,
  scope: readonly number[],
): Choice[] => {
  const { included, excluded } = chosenOf(filter, { field: id, path: [] });
  const counted = countedOf(facets, id, scope);
  const names = new Map(counted.map((one) => [fold(one.text), keyOf(one.is)]));
  // A query may name an organization instead of its id.
  const valueKey = (is: Is) => (is.operator === '=' ? names.get(fold(is.value)) : undefined) ?? keyOf(is);
  const [includedKeys, excludedKeys] = [new Set(included.map(valueKey)), new Set(excluded.map(valueKey))];
  const known = new Set(counted.map(({ is }) => keyOf(is)));
  const uncounted = [...included, ...excluded]
    .filter((is) => !known.has(valueKey(is)))
    .map((is) => ({ is, text: valueOf(is), count: null }));
  return [...uncounted, ...counted].map((one) => ({
    ...one,
    chosen: includedKeys.has(keyOf(one.is)) ? 'included' : excludedKeys.has(keyOf(one.is)) ? 'excluded' : null,
  }));
};
