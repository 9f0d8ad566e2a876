import type { EventFilter } from '@portico/contracts/http/events';
import { Problem } from '@portico/service';
import { fromParams } from '@portico/contracts/query/from-params';
import type { Query } from '@portico/contracts/query/query';
import { type Directory, EVERYTHING, type Owners, type Scope, type View, within } from '../../directory/directory.ts';
import { LAST_MOMENT } from '../../judge/accept.ts';
import type { StoredPlace } from '../../logs/settled.ts';
import { type ResolvedQuery, resolveQuery } from './resolved-query.ts';
import { hidesField, hidesMessage, type Redaction } from '@portico/contracts/privacy/rules';
import { organizationsWhere } from '../../directory/view.ts';
import { BETWEEN, WITHIN } from '../../text/detail-terms.ts';
import type { Pattern } from '../../text/pattern.ts';

/** Matches a complete, case-folded trace id. */
const TRACE = /^[0-9A-F]{32}$/;

/**
 * Rewrites a query for a viewer from whom privacy rules hide parts of events. A term about a field or message never matches events in which
 * this part is hidden, so that no result reveals the part. Partly hidden messages are not searched either. A search would have to cover
 * exactly the text that viewers see, which depends on the check digits of an IBAN, and ClickHouse cannot verify these.
 */
function withoutHidden(query: ResolvedQuery, view: View): ResolvedQuery {
  if (view.redactions.size === 0) return query;
  switch (query.kind) {
    case 'and':
    case 'or':
      return { kind: query.kind, of: query.of.map((part) => withoutHidden(part, view)) };
    case 'not':
      return { kind: 'not', of: withoutHidden(query.of, view) };
    case 'text': {
      const elsewhere = outside(query, view, hidesMessage);
      return elsewhere === query ? query : { kind: 'or', of: [elsewhere, ...inNames(query.needle)] };
    }
    case 'message':
      return outside(query, view, hidesMessage);
    case 'terms':
      return outside(query, view, hides(query.anyOf[0]?.split(BETWEEN, 1)[0] ?? ''));
    case 'detailText':
    case 'detailNumber':
      return outside(query, view, hides(query.path));
    default:
      return query;
  }
}

const hides =
  (path: string) =>
  (redaction: Redaction): boolean =>
    hidesField(redaction, path.split(WITHIN));

/** Limits a query to events in which no part that the query reads is hidden. */
function outside(query: ResolvedQuery, view: View, isHidden: (redaction: Redaction) => boolean): ResolvedQuery {
  const ids = organizationsWhere(view, isHidden);
  if (ids.size === 0) return query;
  return { kind: 'and', of: [query, { kind: 'not', of: { kind: 'ids', column: 'organization_id', ids } }] };
}

/** A text search in the columns other than the message. */
function inNames(needle: string): ResolvedQuery[] {
  const pattern: Pattern = { parts: [needle], isWhole: false };
  const names: ResolvedQuery[] = [
    { kind: 'name', column: 'event_name', pattern },
    { kind: 'name', column: 'source_type', pattern },
  ];
  return TRACE.test(needle) ? [...names, { kind: 'exact', column: 'trace_id', value: needle.toLowerCase() }] : names;
}

/** A filter that can be evaluated in memory and in SQL. */
export type ResolvedFilter = {
  /** ISO 8601 in UTC with milliseconds, within the storable years: `from` <= timestamp < `to`; null: unlimited. */
  from: string | null;
  to: string | null;
  /** The events that the viewer may see. */
  scope: Scope;
  /** Queries, all of which must match. */
  where: readonly ResolvedQuery[];
  /** The last stored positions of an earlier snapshot, to exclude rows that were stored later. Used only in SQL. */
  upTo?: readonly StoredPlace[];
};

/** A filter that matches all events. */
export const NO_FILTER: ResolvedFilter = { from: null, to: null, scope: 'every', where: [] };

/**
 * Resolves a viewer's filter: narrows it to the viewer's scope, and replaces names with current ids. Hidden parts of events never match.
 * @throws Problem if `where` is invalid, or matches too many names.
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
 * All terms of a filter except range and organizations, resolved with the current directory. Filters with the same name share one set of
 * ids.
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

/** Matches events with an authenticated sender, and events whose integration trusts the shared topic. */
function trustedSenders(directory: Directory): ResolvedQuery {
  const { ids, areOpen } = directory.openness();
  const ofIds: ResolvedQuery = { kind: 'ids', column: 'source_id', ids };
  return { kind: 'or', of: [{ kind: 'senderProven' }, areOpen ? ofIds : { kind: 'not', of: ofIds }] };
}

/** Maximum ids in a statement; more would exceed ClickHouse's limit. */
const MAX_IDS = 50_000;

/**
 * Limits the ids in a statement to {@link MAX_IDS}. A name resolves to integrations of every organization: an integration may have moved,
 * and its events are found by name in every organization that had the integration. If a query has more ids, it is narrowed to the caller's
 * organizations, so that integrations of other organizations never cause a rejection.
 * @throws Problem if the narrowed query still has too many ids.
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

/** Narrows the ids of queries to ids that rows of these organizations can have. Terms with the same set of ids still share one set. */
function narrow(where: readonly ResolvedQuery[], scope: Owners, directory: Directory): readonly ResolvedQuery[] {
  const organizations = [...new Set([...scope.organizations, ...scope.integrations.values()])];
  const narrowed = new Map<ReadonlySet<number>, ReadonlySet<number>>();
  const idsWithin = (ids: ReadonlySet<number>, column: 'source_id' | 'organization_id'): ReadonlySet<number> =>
    column === 'source_id'
      ? directory.integrations.within(ids, scope)
      : new Set(organizations.filter((organization) => ids.has(organization)));
  const visit = (query: ResolvedQuery): ResolvedQuery => {
    if (query.kind === 'not') return { kind: 'not', of: visit(query.of) };
    if (query.kind === 'and' || query.kind === 'or') return { kind: query.kind, of: query.of.map(visit) };
    // A single id is cheap, and may belong to an integration that moved before this service knew the integration.
    if (query.kind !== 'ids' || query.ids.size === 1) return query;
    const { column, ids: all } = query;
    const ids = narrowed.get(all) ?? idsWithin(all, column);
    narrowed.set(all, ids);
    return { kind: 'ids', column, ids };
  };
  return where.map(visit);
}

/** Number of integrations and organizations in a query. */
function idsIn(query: ResolvedQuery): number {
  if (query.kind === 'ids') return query.ids.size;
  if (query.kind === 'not') return idsIn(query.of);
  return query.kind === 'and' || query.kind === 'or' ? query.of.reduce((sum, part) => sum + idsIn(part), 0) : 0;
}

function tooMany(): Problem {
  const message = 'This query matches too many integrations or organizations: name fewer, or write each term only once';
  return new Problem('validation_failed', message, [{ pointer: '/where', message }]);
}

/**
 * Parses the terms of a filter.
 * @throws Problem with the position of the fault in `where`, starting at 1.
 */
export function termsOf(filter: EventFilter): readonly Query[] {
  const { terms, fault } = fromParams(filter);
  if (fault === null) return terms;
  const message = `${fault.message} (character ${fault.from + 1})`;
  throw new Problem('validation_failed', message, [{ pointer: '/where', message }]);
}

/** Clamps a time to the storable range. */
const toStorableIso = (text: string | undefined): string | null =>
  text === undefined ? null : new Date(Math.min(Math.max(Date.parse(text), 0), LAST_MOMENT)).toISOString();
