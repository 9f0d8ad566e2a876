import { z } from 'zod';
import type { Statement } from '../clickhouse/clickhouse.ts';
import type { ResolvedFilter } from './event-filter.ts';
import { toCondition } from './event-filter.sql.ts';

/** By facet: its column, and the filter's field that it is counted without. */
const FACETS = {
  status: ['result', 'result'],
  severity: ['severity_text', 'severity'],
  type: ['source_type', 'type'],
  event: ['event_name', 'name'],
  integration: ['source_id', 'sources'],
  organization: ['organization_id', 'organizations'],
} as const satisfies Record<string, readonly [column: string, field: keyof ResolvedFilter]>;

export type Facet = keyof typeof FACETS;
export const FACET_NAMES = ['status', 'severity', 'type', 'event', 'integration', 'organization'] as const;

export const FacetValue = z.object({ value: z.string(), count: z.number() });
export type FacetValue = z.infer<typeof FacetValue>;

/** How often each value of a facet occurs. `visible`: the organizations that may be seen, whatever was asked for. */
export function facetStatement(
  facet: Facet,
  filter: ResolvedFilter,
  visible: ResolvedFilter['organizations'],
): Statement {
  const [column, field] = FACETS[facet];
  const without = { ...filter, [field]: field === 'organizations' ? visible : null };
  const { where, params } = toCondition(without);
  const sql = `
    SELECT toString(${column}) AS value, count() AS count FROM integration_events WHERE ${where} GROUP BY value`;
  return { sql, params };
}
