import { z } from 'zod/mini';
import { Count, Id, IdParams, idList } from '../common/ids.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
import { EventFilter, EventHistogram } from './events.ts';

/** Lengths of a period that ends now and is compared with the period before. */
export const PERIODS = ['1h', '24h', '7d', '30d'] as const;
export const Period = z.enum(PERIODS);
export type Period = z.infer<typeof Period>;

export const PeriodQuery = z.object({ period: z._default(Period, '24h') });
export type PeriodQuery = z.infer<typeof PeriodQuery>;

const Results = z.object({ success: Count, failure: Count });
export type Results = z.infer<typeof Results>;

/** Maximum integrations per request. */
export const MAX_HEALTH_IDS = 100;
/** Number of hours in {@link IntegrationHealth}, including the current hour. */
export const HEALTH_HOURS = 24;

/** `ids`: ids of integrations, separated by commas in a URL. */
export const IntegrationHealthQuery = z.object({
  ids: idList(MAX_HEALTH_IDS),
});
export type IntegrationHealthQuery = z.infer<typeof IntegrationHealthQuery>;

/** Health of an integration. */
export const IntegrationHealth = z.object({
  integration_id: Id,
  /**
   * When the newest event happened, or its arrival if that was earlier. Only the start of that hour if the hour has too many rows to read.
   * Null without any event.
   */
  last_at: z.nullable(z.string()),
  /** Events per hour for the last 24 hours, the current hour last. */
  hours: z.array(Results).check(z.length(HEALTH_HOURS)),
});
export type IntegrationHealth = z.infer<typeof IntegrationHealth>;

export const listIntegrationHealth = endpoint({
  method: 'GET',
  path: '/events/integrations/health',
  audit: COUNTS_ONLY,
  summary:
    'Get the last event and the events per hour of the requested integrations, in the requested order; for administrators',
  query: IntegrationHealthQuery,
  response: z.object({ data: z.array(IntegrationHealth) }),
});

/** Maximum event names listed as failing. */
export const MAX_FAILING = 5;

/** One integration in a period and in the period before. */
export const IntegrationOverview = z.object({
  from: z.string(),
  to: z.string(),
  overTime: EventHistogram,
  counts: Results,
  before: Results,
  /** `before` is null if the earlier period is beyond the retention of rejected events. */
  rejected: z.object({ count: Count, before: z.nullable(Count) }),
  /** Event names with the most failures, each with its newest failure. */
  failing: z.array(
    z.object({
      event_name: z.string(),
      count: Count,
      newest: z.object({ id: z.string(), trace_id: z.string(), timestamp: z.string(), message: z.string() }),
    }),
  ),
  /**
   * Milliseconds from timestamp to arrival (median and 95th percentile) of the newest events from `since` on. Null without events, or if
   * there are too many rows to read.
   */
  delay: z.nullable(z.object({ p50: z.number(), p95: z.number(), since: z.string() })),
});
export type IntegrationOverview = z.infer<typeof IntegrationOverview>;

export const getIntegrationOverview = endpoint({
  method: 'GET',
  path: '/events/integrations/{id}/health',
  audit: COUNTS_ONLY,
  summary: 'Get events, failures, rejected events and delay of an integration in a period; for administrators',
  params: IdParams,
  query: PeriodQuery,
  response: IntegrationOverview,
});

export const EventTrendQuery = z.extend(z.pick(EventFilter, { organizations: true }), PeriodQuery.shape);
export type EventTrendQuery = z.infer<typeof EventTrendQuery>;

/** The number of events in a period and in the period before. */
export const EventTrend = z.object({ from: z.string(), to: z.string(), counts: Results, before: Results });
export type EventTrend = z.infer<typeof EventTrend>;

export const eventTrend = endpoint({
  method: 'GET',
  path: '/events/trend',
  audit: COUNTS_ONLY,
  summary: 'Count the events of a period and of the period before that the caller may see',
  query: EventTrendQuery,
  response: EventTrend,
});
