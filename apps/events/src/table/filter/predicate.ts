import { permits } from '../../directory/scope.ts';
import { matchesQuery, type Searchable } from './query-predicate.ts';
import type { ResolvedFilter } from './resolve.ts';

/** Evaluates the filter in memory, with the same result as sql.ts. Compares times as text, because all times have the same format. */
export const matches = ({ scope, from, to, where }: ResolvedFilter, candidate: Searchable): boolean =>
  permits(scope, candidate.event.organization_id, candidate.event.source_id) &&
  (from === null || from <= candidate.event.timestamp) &&
  (to === null || candidate.event.timestamp < to) &&
  where.every((query) => matchesQuery(query, candidate));
