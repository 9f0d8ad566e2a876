import { flat, parseQuery } from '@portico/contracts/query/parse';
import { printQuery } from '@portico/contracts/query/print';
import type { Is, Query } from '@portico/contracts/query/query';

type Counted = { question: string; startsAt: Date; countedTo: Date };

const arrived = (operator: Is['operator'], moment: Date): Is => ({
  kind: 'is',
  field: 'arrived',
  path: [],
  operator,
  value: moment.toISOString(),
  isQuoted: false,
});

export function evidenceOf({ question, startsAt, countedTo }: Counted): string {
  const parsed = parseQuery(question);
  const queries: Query[] = parsed.ok && parsed.query ? [parsed.query] : [];
  return printQuery(flat('and', [...queries, arrived('>=', startsAt), arrived('<', countedTo)]));
}

/** Whether a condition uses an integration's name. A name can change or move to another integration, which must not change counts. */
const isByName = ({ field, operator, value, isQuoted }: Is): boolean =>
  field === 'integration' && operator !== 'exists' && (isQuoted || !/^#[1-9]\d*$/.test(value));

/** Fields by which a meter always filters, so that its query must not contain them. */
const OWN = new Set<Is['field']>(['arrived', 'organization']);

const TOO_LONG =
  'The query is too long: with the time of a period it exceeds the limit of the event list. Make it shorter';

/** Returns a sentence that says why a meter cannot use this query, or null for a usable query. */
export function refusalOf(question: string): string | null {
  const parsed = parseQuery(question);
  if (!parsed.ok) return parsed.fault.message;
  const linked = parseQuery(evidenceOf({ question, startsAt: new Date(0), countedTo: new Date(0) }));
  return (parsed.query && refusalIn(parsed.query)) ?? (linked.ok ? null : TOO_LONG);
}

function refusalIn(query: Query): string | null {
  switch (query.kind) {
    case 'text':
      return `A meter needs a field for each term: '${query.text}' searches the whole event`;
    case 'is':
      if (isByName(query))
        return 'A meter needs the id of an integration, such as integration:#7, or its type, because names can change';
      return OWN.has(query.field)
        ? `A meter already counts by arrival and organization: leave out ${query.field}`
        : null;
    case 'not':
      return refusalIn(query.of);
    default:
      return query.of.map(refusalIn).find((refusal) => refusal !== null) ?? null;
  }
}
