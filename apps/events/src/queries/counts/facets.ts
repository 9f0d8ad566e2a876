import {
  DERIVED_FACETS,
  type DerivedFacet,
  FACET_FIELDS,
  type FacetField,
  forFields,
} from '@portico/contracts/query/fields';
import { z } from 'zod';
import { type CountedColumn, type FacetColumn, facetColumns } from '../../table/filter/counted.ts';
import { NO_FILTER, type ResolvedFilter } from '../../table/filter/resolve.ts';
import type { ResolvedQuery } from '../../table/filter/resolved-query.ts';

/** By facet: its column, of those that are counted beforehand. */
export const FACETS = {
  status: 'result',
  severity: 'severity_text',
  type: 'source_type',
  event: 'event_name',
  integration: 'source_id',
  organization: 'organization_id',
} as const satisfies Record<Exclude<FacetField, DerivedFacet>, CountedColumn>;

/** The same of every facet. */
export const ALL_FACETS: Readonly<Record<FacetField, FacetColumn>> = {
  ...FACETS,
  ...forFields(DERIVED_FACETS, (name) => name),
};

/** In the order of {@link FACETS}. */
export const FacetName = z.enum(['status', 'severity', 'type', 'event', 'integration', 'organization']);

export const FacetValue = z.object({
  facet: z.enum(FACET_FIELDS),
  value: z.string(),
  count: z.number(),
});
export type FacetValue = z.infer<typeof FacetValue>;

/** The column of the only facet that a query is about. */
export function ownColumn(query: ResolvedQuery): FacetColumn | null {
  const [column = null, ...more] = facetColumns(query) ?? [];
  return more.length === 0 ? column : null;
}

/** What a filter says of one facet alone: the facet is counted without it. */
export const ownOf = ({ scope, where }: ResolvedFilter, column: FacetColumn): ResolvedFilter => ({
  ...NO_FILTER,
  scope: column === 'organization_id' ? scope : 'every',
  where: where.filter((query) => ownColumn(query) === column),
});
