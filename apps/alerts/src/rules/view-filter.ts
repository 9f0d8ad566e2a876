import { EventFilter } from '@portico/contracts/http/events';
import { Problem } from '@portico/service';

/** A view's own period applies to the screen; an alert looks back from now. */
const OWN_TIME = new Set(['from', 'to', 'range']);

/** The filter in a view's search; the rest is layout. */
export const filterOf = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => name in EventFilter.shape && !OWN_TIME.has(name) && value !== ''),
  );

/** @throws Problem `validation_failed` for a search that the list would reject. */
export function requireSearch(search: Readonly<Record<string, string>>): void {
  const { error } = EventFilter.safeParse(filterOf(search));
  const [issue] = error?.issues ?? [];
  if (!issue) return;
  const message = `Search of the view has a filter that is not valid: ${String(issue.path[0] ?? '')}`;
  throw new Problem('validation_failed', message, [
    { pointer: `/view/search/${String(issue.path[0] ?? '')}`, message },
  ]);
}
