import type { EventFilter } from '@portico/contracts/http/events';
import { Problem } from '@portico/service';
import { fromParams } from '@portico/contracts/query/from-params';
import type { Query } from '@portico/contracts/query/query';
import { type Directory, EVERYTHING, type Owners, type Scope, type View, within } from '../../directory/directory.ts';
import { LAST_MOMENT } from '../../judge/accept.ts';
import type { StoredPlace } from '../../logs/settled.ts';
import { type ResolvedQuery, resolveQuery } from './resolved-query.ts';
import { withoutHidden } from './without-hidden.ts';

/** What both readers read. */
export type ResolvedFilter = {
  /** ISO 8601 in UTC with milliseconds, within the years that the store can keep: `from` <= timestamp < `to`; null: no bound. */
  from: string | null;
  to: string | null;
  /** Whose events. */
  scope: Scope;
  /** All of them have to match. */
  where: readonly ResolvedQuery[];
  /** The last places of an earlier moment, for SQL alone: what was stored after it is left out. */
  upTo?: readonly StoredPlace[];
};

/** Lets everything through. */
export const NO_FILTER: ResolvedFilter = { from: null, to: null, scope: 'every', where: [] };

/**
 * What a viewer asked for, narrowed to what the viewer may see, with names as ids as of now. Hidden parts of events match nothing.
 * @throws Problem when `where` cannot be parsed, or stands for too much.
 */
export function resolveFilter(
  filter: EventFilter,
  scope: Scope,
  directory: Directory,
  view: View = EVERYTHING,
): ResolvedFilter {
  return {
    from: toStorableIso(filter.from),
    to: toStorableIso(filter.to),
    scope: filter.organizations ? within(scope, filter.organizations) : scope,
    where: affordable(whereOf(filter, termsOf(filter), directory, view), scope, directory),
  };
}

/**
 * All that a filter asks beside its range and its organizations, by the directory of now. The ids of a name are shared with all
 * who ask for it.
 */
export const whereOf = (
  { sender }: EventFilter,
  terms: readonly Query[],
  directory: Directory,
  view: View = EVERYTHING,
): readonly ResolvedQuery[] => [
  ...terms.map((term) => withoutHidden(resolveQuery(term, directory), view)),
  ...(sender === undefined ? [] : [trustedSenders(directory)]),
];

/** The filter with further terms. */
export const withTerms = (filter: ResolvedFilter, ...terms: readonly ResolvedQuery[]): ResolvedFilter => ({
  ...filter,
  where: [...filter.where, ...terms],
});

/** Events whose sender is proven, or whose integration trusts the shared topic. */
function trustedSenders(directory: Directory): ResolvedQuery {
  const { ids, areOpen } = directory.openness();
  const ofIds: ResolvedQuery = { kind: 'ids', column: 'source_id', ids };
  return { kind: 'or', of: [{ kind: 'senderProven' }, areOpen ? ofIds : { kind: 'not', of: ofIds }] };
}

/** A statement names them all; more would be longer than ClickHouse reads. */
const MAX_IDS = 50_000;

/**
 * What fits into a statement. An integration may have moved, and its events are found by its name in every organization that
 * it was in, so names stand for integrations of all organizations. Only when these are too many is a query narrowed to
 * those of the caller's organizations: nobody is refused for what others have.
 * @throws Problem when it stands for too much even then.
 */
function affordable(where: readonly ResolvedQuery[], scope: Scope, directory: Directory): readonly ResolvedQuery[] {
  if (isAffordable(where)) return where;
  if (scope === 'every') throw tooMany();
  const narrowed = narrow(where, scope, directory);
  if (!isAffordable(narrowed)) throw tooMany();
  return narrowed;
}

const isAffordable = (where: readonly ResolvedQuery[]): boolean =>
  where.reduce((sum, query) => sum + idsIn(query), 0) <= MAX_IDS;

/** The same with those ids alone that rows of these organizations can have; terms of the same ids still share them. */
function narrow(where: readonly ResolvedQuery[], scope: Owners, directory: Directory): readonly ResolvedQuery[] {
  const organizations = [...new Set([...scope.organizations, ...scope.integrations.values()])];
  const narrowed = new Map<ReadonlySet<number>, ReadonlySet<number>>();
  const idsWithin = (ids: ReadonlySet<number>, column: 'source_id' | 'organization_id'): ReadonlySet<number> =>
    column === 'source_id'
      ? directory.integrationsWithin(ids, scope)
      : new Set(organizations.filter((organization) => ids.has(organization)));
  const visit = (query: ResolvedQuery): ResolvedQuery => {
    if (query.kind === 'not') return { kind: 'not', of: visit(query.of) };
    if (query.kind === 'and' || query.kind === 'or') return { kind: query.kind, of: query.of.map(visit) };
    // One id costs nothing, and may be of an integration that moved before anybody here knew.
    if (query.kind !== 'ids' || query.ids.size === 1) return query;
    const { column, ids: all } = query;
    const ids = narrowed.get(all) ?? idsWithin(all, column);
    narrowed.set(all, ids);
    return { kind: 'ids', column, ids };
  };
  return where.map(visit);
}

/** Integrations and organizations that a query stands for. */
function idsIn(query: ResolvedQuery): number {
  if (query.kind === 'ids') return query.ids.size;
  if (query.kind === 'not') return idsIn(query.of);
  return query.kind === 'and' || query.kind === 'or' ? query.of.reduce((sum, part) => sum + idsIn(part), 0) : 0;
}

function tooMany(): Problem {
  const message = 'This stands for too many integrations or organizations: name fewer, or the terms once';
  return new Problem('validation_failed', message, [{ pointer: '/where', message }]);
}

/** The terms of a filter. @throws Problem with the place of the first character of `where` that it is about, from 1. */
export function termsOf(filter: EventFilter): readonly Query[] {
  const { terms, fault } = fromParams(filter);
  if (fault === null) return terms;
  const message = `${fault.message} (character ${fault.from + 1})`;
  throw new Problem('validation_failed', message, [{ pointer: '/where', message }]);
}

/** Any moment before the first that can be stored means the same, and so does any after the last. */
const toStorableIso = (text: string | undefined): string | null =>
  text === undefined ? null : new Date(Math.min(Math.max(Date.parse(text), 0), LAST_MOMENT)).toISOString();
