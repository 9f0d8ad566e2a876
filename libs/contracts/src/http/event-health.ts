import { z } from 'zod/mini';
import { Id, IdParams } from '../common/ids.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
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
 * present one last.
 */
export const IntegrationHealth = z.object({
  integration_id: Id,
  last_at: z.nullable(z.string()),
  hours: z.array(Results).check(z.length(HEALTH_HOURS)),
});
export type IntegrationHealth = z.infer<typeof IntegrationHealth>;

export const listIntegrationHealth = endpoint({
  method: 'GET',
  path: '/events/integrations/health',
  audit: COUNTS_ONLY,
  summary: 'Last event and events an hour of these integrations, in their order, for administrators',
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
  audit: COUNTS_ONLY,
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
  audit: COUNTS_ONLY,
  summary: 'How many events of a period, and of the one before, the caller may see',
  query: EventTrendQuery,
  response: EventTrend,
});
