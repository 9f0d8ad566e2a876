import { FACET_FIELDS, type FacetField } from '@portico/contracts/query/fields';
import { z } from 'zod';
import { type CountedColumn, countedColumns } from '../table/filter/counted.ts';
import { NO_FILTER, type ResolvedFilter } from '../table/filter/resolve.ts';
import type { ResolvedQuery } from '../table/filter/resolved-query.ts';

export const FACETS = {
  status: 'result',
  severity: 'severity_text',
  type: 'source_type',
  event: 'event_name',
  integration: 'source_id',
  organization: 'organization_id',
} as const satisfies Record<FacetField, CountedColumn>;

/** In the order of {@link FACETS}. */
export const FacetName = z.enum(FACET_FIELDS);

export const FacetValue = z.object({
  facet: FacetName,
  value: z.string(),
  count: z.number(),
});
export type FacetValue = z.infer<typeof FacetValue>;

/** The only column that a query reads; null if the query reads several columns. */
export function ownColumn(query: ResolvedQuery): CountedColumn | null {
  const [column = null, ...more] = countedColumns(query) ?? [];
  return more.length === 0 ? column : null;
}

/** Returns the filter's conditions that concern only this facet. The facet's counts ignore these conditions. */
export const ownOf = ({ scope, where }: ResolvedFilter, column: CountedColumn): ResolvedFilter => ({
  ...NO_FILTER,
  scope: column === 'organization_id' ? scope : 'every',
  where: where.filter((query) => ownColumn(query) === column),
});
