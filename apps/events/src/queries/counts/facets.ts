import { z } from 'zod';
import { type CountedColumn, countedColumns } from '../../table/filter/counted.ts';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import type { ResolvedQuery } from '../../table/filter/resolved-query.ts';

/** By facet: its column, and the filter's field that it is counted without. */
export const FACETS = {
  status: ['result', 'result'],
  severity: ['severity_text', 'severity'],
  type: ['source_type', 'type'],
  event: ['event_name', 'name'],
  integration: ['source_id', 'sources'],
  organization: ['organization_id', 'scope'],
} as const satisfies Record<string, readonly [column: CountedColumn, field: keyof ResolvedFilter]>;

/** In the order of {@link FACETS}. */
export const FacetName = z.enum(['status', 'severity', 'type', 'event', 'integration', 'organization']);
export type Facet = z.infer<typeof FacetName>;

export const FacetValue = z.object({
  facet: FacetName,
  value: z.string(),
  count: z.number(),
});
export type FacetValue = z.infer<typeof FacetValue>;

/** The column of the only facet that a query is about. */
export function ownColumn(query: ResolvedQuery): CountedColumn | null {
  const [column = null, ...more] = countedColumns(query) ?? [];
  return more.length === 0 ? column : null;
}
