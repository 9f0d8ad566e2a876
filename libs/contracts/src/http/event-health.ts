import { z } from 'zod/mini';
import { Id, IdParams } from '../common/ids.ts';
import { endpoint } from './endpoint.ts';
import { EventFilter, EventHistogram } from './events.ts';

/** Spans of time that end now, and are compared with the span before. */
export const PERIODS = ['1h', '24h', '7d', '30d'] as const;
export const Period = z.enum(PERIODS);
export type Period = z.infer<typeof Period>;

export const PeriodQuery = z.object({ period: z._default(Period, '24h') });
export type PeriodQuery = z.infer<typeof PeriodQuery>;

const Count = z.int().check(z.minimum(0));
const Results = z.object({ success: Count, failure: Count });
export type Results = z.infer<typeof Results>;

/** Most integrations of one question. */
export const MAX_HEALTH_IDS = 100;
/** Hours in which events are counted, the present one last. */
export const HEALTH_HOURS = 24;

/** `ids`: of integrations, separated by commas in a URL. */
export const IntegrationHealthQuery = z.object({
  ids: z.pipe(
    z.transform((value) => (typeof value === 'string' ? value.split(',').map(Number) : value)),
    z.array(Id).check(z.minLength(1), z.maxLength(MAX_HEALTH_IDS)),
  ),
});
export type IntegrationHealthQuery = z.infer<typeof IntegrationHealthQuery>;

/**
 * How an integration is doing. `last_at`: when its newest event happened, or arrived when that was earlier; the beginning of
 * that hour when too many rows lie in it; null without any event. `hours`: its events of each of the last 24 hours, the
 * present one last. `rejected`: how many were rejected in these hours.
 */
export const IntegrationHealth = z.object({
  integration_id: Id,
  last_at: z.nullable(z.string()),
  hours: z.array(Results).check(z.length(HEALTH_HOURS)),
  rejected: Count,
});
export type IntegrationHealth = z.infer<typeof IntegrationHealth>;

export const listIntegrationHealth = endpoint({
  method: 'GET',
  path: '/events/integrations/health',
  summary: 'Last event, events an hour and rejected events of these integrations, in their order, for administrators',
  query: IntegrationHealthQuery,
  response: z.object({ data: z.array(IntegrationHealth) }),
});

/** Most event names that are listed as failing. */
export const MAX_FAILING = 5;

/**
 * One integration in a period and the one before. `rejected.before` is null where rejected events are not kept for so long.
 * `failing`: the event names that failed most, with the newest failure of each. `delay`: milliseconds from when events happened
 * to their arrival, for half and for 95 in 100 of the newest events from `since` on; null without events, or when too many
 * rows would have to be read for it.
 */
export const IntegrationOverview = z.object({
  from: z.string(),
  to: z.string(),
  overTime: EventHistogram,
  counts: Results,
  before: Results,
  rejected: z.object({ count: Count, before: z.nullable(Count) }),
  failing: z.array(
    z.object({
      event_name: z.string(),
      count: Count,
      newest: z.object({ id: z.string(), trace_id: z.string(), timestamp: z.string(), message: z.string() }),
    }),
  ),
  delay: z.nullable(z.object({ p50: z.number(), p95: z.number(), since: z.string() })),
});
export type IntegrationOverview = z.infer<typeof IntegrationOverview>;

export const getIntegrationOverview = endpoint({
  method: 'GET',
  path: '/events/integrations/{id}/health',
  summary: 'Events, failures, rejected events and delay of one integration in a period, for administrators',
  params: IdParams,
  query: PeriodQuery,
  response: IntegrationOverview,
});

export const EventTrendQuery = z.extend(z.pick(EventFilter, { organizations: true }), PeriodQuery.shape);
export type EventTrendQuery = z.infer<typeof EventTrendQuery>;

/** How many events there were in a period, and in the one before. */
export const EventTrend = z.object({ from: z.string(), to: z.string(), counts: Results, before: Results });
export type EventTrend = z.infer<typeof EventTrend>;

export const eventTrend = endpoint({
  method: 'GET',
  path: '/events/trend',
  summary: 'How many events of a period, and of the one before, the caller may see',
  query: EventTrendQuery,
  response: EventTrend,
});

/** So many of the newest events of an integration failed at least, when it is said to fail. */
export const FAILING_FROM = 3;

/**
 * `isLonger`: it failed already when the last 24 hours began, at `since`. `event_name`: of its newest failure; null when there are
 * too many events to look at each, and then the moments are those of hours.
 */
const Failing = z.object({
  integration_id: Id,
  integration: z.string(),
  organization_id: z.nullable(Id),
  organization: z.nullable(z.string()),
  count: Count,
  since: z.string(),
  isLonger: z.boolean(),
  last_at: z.string(),
  event_name: z.nullable(z.string()),
});
export type Failing = z.infer<typeof Failing>;

/** Of one integration; null: of none that exists, or none that can be read. */
const RejectedLately = z.object({
  integration_id: z.nullable(Id),
  integration: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  count: Count,
  since: z.string(),
  last_at: z.string(),
});
export type RejectedLately = z.infer<typeof RejectedLately>;

/**
 * What is wrong in the last 24 hours, the most frequent first. `failing`: active integrations whose newest events, three at
 * least, all failed. `rejected`: rejected events by integration, for administrators; for others it is empty.
 */
export const EventProblems = z.object({ failing: z.array(Failing), rejected: z.array(RejectedLately) });
export type EventProblems = z.infer<typeof EventProblems>;

export const listEventProblems = endpoint({
  method: 'GET',
  path: '/events/problems',
  summary:
    'Integrations that fail and events that were rejected in the last 24 hours, as far as the caller may see them',
  response: EventProblems,
});
