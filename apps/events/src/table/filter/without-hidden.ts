import { hidesField, hidesMessage, type Redaction } from '@portico/contracts/privacy/rules';
import { organizationsWhere, type View } from '../../directory/view.ts';
import { BETWEEN, WITHIN } from '../../text/detail-terms.ts';
import type { Pattern } from '../../text/pattern.ts';
import type { ResolvedQuery } from './resolved-query.ts';

/** A whole trace id, folded. */
const TRACE = /^[0-9A-F]{32}$/;

/**
 * Rewrites a query for a viewer from whom privacy rules hide something: a term about a hidden field or message never matches events
 * in which it is hidden, so that no result reveals it. Hidden messages are not searched at all: ClickHouse cannot verify the check
 * digits of an IBAN, and a search would have to cover exactly what viewers see.
 */
export function withoutHidden(query: ResolvedQuery, view: View): ResolvedQuery {
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

/** The query limited to events in which nothing that it reads is hidden. */
function outside(query: ResolvedQuery, view: View, isHidden: (redaction: Redaction) => boolean): ResolvedQuery {
  const ids = organizationsWhere(view, isHidden);
  if (ids.size === 0) return query;
  return { kind: 'and', of: [query, { kind: 'not', of: { kind: 'ids', column: 'organization_id', ids } }] };
}

/** The other columns of a text search. */
function inNames(needle: string): ResolvedQuery[] {
  const pattern: Pattern = { parts: [needle], isWhole: false };
  const names: ResolvedQuery[] = [
    { kind: 'name', column: 'event_name', pattern },
    { kind: 'name', column: 'source_type', pattern },
  ];
  return TRACE.test(needle) ? [...names, { kind: 'exact', column: 'trace_id', value: needle.toLowerCase() }] : names;
}
