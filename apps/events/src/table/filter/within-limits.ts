import { Problem } from '@portico/service';
import type { Directory } from '../../directory/directory.ts';
import type { UsedUp } from '../../directory/limits.ts';
import type { Verdict } from '../../judge/accept.ts';
import { AcceptedEvent } from '../../judge/accepted-event.ts';
import { reject, type Rejected } from '../../judge/rejection.ts';
import { matches } from './predicate.ts';
import { NO_FILTER, type ResolvedFilter, termsOf, whereOf } from './resolve.ts';

/**
 * Caches the resolved filter of each used-up entitlement. `names`: the version of the names that the filter was resolved with. `filter`:
 * null if the entitlement's query is invalid.
 */
const questions = new WeakMap<UsedUp, { names: number; filter: ResolvedFilter | null }>();

/** Returns the event, or a rejection if a hard entitlement that the event counts toward was used up when the event arrived. */
export function withinLimits(event: AcceptedEvent, directory: Directory): AcceptedEvent | Rejected {
  const usedUp = directory.limits.usedUpAt(event.event.organization_id, event.publishedAt);
  const over = usedUp.find((one) => {
    const question = questionOf(one, directory);
    return question !== null && matches(question, event);
  });
  if (!over) return event;
  return reject('over_entitlement', `the organization has used all that ${over.name} allows`);
}

/** Placeholder for the future position of an event, which is unknown. No entitlement's query depends on the position. */
const NOWHERE = { partition: 0, offset: 0 };

/** Rejects an accepted event before it is published if it counts toward a hard entitlement that is used up now. */
export function withinLimitsNow(verdict: Verdict, directory: Directory): Verdict {
  if (!verdict.ok) return verdict;
  const { event, details, derived } = verdict;
  const limited = withinLimits(new AcceptedEvent(event, NOWHERE, Date.now(), 0, details, derived), directory);
  return limited.ok ? verdict : limited;
}

function questionOf(one: UsedUp, directory: Directory): ResolvedFilter | null {
  const known = questions.get(one);
  if (known?.names === directory.namesVersion) return known.filter;
  const filter = read(one.where, directory);
  questions.set(one, { names: directory.namesVersion, filter });
  return filter;
}

/** Resolves an entitlement's query; null if this process cannot parse the query, because the orgs service may know newer fields. */
function read(where: string, directory: Directory): ResolvedFilter | null {
  const requested = where === '' ? {} : { where };
  try {
    return { ...NO_FILTER, where: whereOf(requested, termsOf(requested), directory) };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
