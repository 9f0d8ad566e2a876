import { EventFilter } from '@portico/contracts/http/events';
import { Problem } from '@portico/service';

/** The search parameters of a view's period, which an alert ignores: an alert counts the events of the last minutes. */
const OWN_TIME = new Set(['from', 'to', 'range']);

/** Returns the filter parameters of a view's search, without the parameters for layout and period. */
export const filterOf = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => name in EventFilter.shape && !OWN_TIME.has(name) && value !== ''),
  );

/** @throws Problem `validation_failed` for a search that the events list rejects. */
export function requireSearch(search: Readonly<Record<string, string>>): void {
  const { error } = EventFilter.safeParse(filterOf(search));
  const [issue] = error?.issues ?? [];
  if (!issue) return;
  const message = `Search of the view has a filter that is not valid: ${String(issue.path[0] ?? '')}`;
  throw new Problem('validation_failed', message, [
    { pointer: `/view/search/${String(issue.path[0] ?? '')}`, message },
  ]);
}
