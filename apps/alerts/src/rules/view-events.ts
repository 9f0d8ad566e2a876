import type { RuleView } from '@portico/contracts/http/rules';
import { all, termsOf } from '@portico/contracts/query/edit';
import { MAX_WHERE_LENGTH } from '@portico/contracts/query/limits';
import { parseQuery } from '@portico/contracts/query/parse';
import { printQuery } from '@portico/contracts/query/print';
import type { Is, Operator } from '@portico/contracts/query/query';
import { firstMinuteOf, MINUTE } from './view-policy.ts';

const iso = (moment: number): string => new Date(moment).toISOString();
const arrived = (operator: Operator, minute: number): Is => ({
  kind: 'is',
  field: 'arrived',
  path: [],
  operator,
  value: iso(minute * MINUTE),
  isQuoted: false,
});

/**
 * Returns the search parameters that list the events of a window.
 * @param delay - the longest delay from occurrence to arrival of the window's events, in milliseconds.
 */
export function eventsOf(view: RuleView, window: number, delay: number): Record<string, string> {
  const { from: _from, to: _to, range: _range, where = '', ...search } = view.search;
  const first = firstMinuteOf(view, window);
  const [terms, time] =
    view.clock === 'arrived'
      ? [[arrived('>=', first), arrived('<', window)], { from: iso(first * MINUTE - delay) }]
      : [[arrived('<', window)], { from: iso(first * MINUTE), to: iso((first + view.minutes) * MINUTE) }];
  const parsed = parseQuery(where);
  const narrowed = printQuery(all([...(parsed.ok ? termsOf(parsed.query) : []), ...terms]));
  // If the query is longer than the limit, the list filters only by period.
  const isQuery = parsed.ok && narrowed.length <= MAX_WHERE_LENGTH;
  return { ...search, ...time, where: isQuery ? narrowed : where };
}
