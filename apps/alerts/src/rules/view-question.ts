import { MAX_AHEAD_MINUTES } from '@portico/contracts/events/integration-event';
import { type EventMinute, eventMinutes } from '@portico/contracts/http/event-minutes';
import { EventFilter } from '@portico/contracts/http/events';
import type { RuleView } from '@portico/contracts/http/rules';
import { Problem, SERVICE_CALLER } from '@portico/service';
import type { Requester, EventsApi } from '@portico/service/events-api';
import { filterOf } from './view-filter.ts';
import { MINUTE } from './view-policy.ts';

/** `from`: milliseconds since 1970. Only later arrivals are counted; with the clock 'happened', only events that also occurred later. */
type ViewQuestion = { view: RuleView; organizationId: number | null; from: number; now: number };
/** `completeTo`: the last window without missing events. */
export type Counted = { counts: EventMinute[]; completeTo: number };

const iso = (moment: number): string => new Date(Math.max(moment, 0)).toISOString();

/**
 * Counts the events of a view per minute. An organization's rule counts only the organization's events. Rules that belong to no person
 * count with the rights of a viewer, so that the count does not reveal hidden fields.
 */
export async function countByMinute(
  events: EventsApi,
  requester: Requester,
  { view, organizationId, from, now }: ViewQuestion,
): Promise<Counted> {
  const filter = EventFilter.safeParse(filterOf(view.search)).data;
  if (filter === undefined) throw new Problem('validation_failed', 'The search of the view is not valid');
  // Includes earlier arrivals, because an event's timestamp may lie in the future.
  const ahead = view.clock === 'happened' ? MAX_AHEAD_MINUTES * MINUTE : 0;
  const query = {
    ...filter,
    ...(organizationId !== null && { organizations: [organizationId] }),
    ...(view.clock === 'happened' && { from: iso(from) }),
    sender: 'trusted' as const,
    ...(requester === SERVICE_CALLER && { as: 'viewer' as const }),
    by: view.clock,
    arrivedFrom: iso(from - ahead),
    arrivedTo: iso(now + MINUTE),
  };
  const { data, completeTo } = await events.ask((api) => api.call(eventMinutes, { query }), requester);
  return { counts: data, completeTo: Math.floor(Date.parse(completeTo) / MINUTE) };
}
