import {
  HEALTH_HOURS,
  type EventTrend,
  type IntegrationHealth,
  type IntegrationOverview,
} from '@portico/contracts/http/event-health';

/** The time a number of minutes ago, in ISO 8601. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Health with some successful events each hour. In the current hour, most events failed. */
export const healthOf = (integration_id: number, change: Partial<IntegrationHealth> = {}): IntegrationHealth => ({
  integration_id,
  last_at: ago(3),
  hours: Array.from({ length: HEALTH_HOURS }, (_, index) =>
    index === HEALTH_HOURS - 1 ? { success: 2, failure: 6 } : { success: index % 2 === 0 ? 4 : 2, failure: 0 },
  ),
  ...change,
});

export const overviewOf = (change: Partial<IntegrationOverview> = {}): IntegrationOverview => ({
  from: ago(24 * 60),
  to: ago(0),
  overTime: {
    from: ago(24 * 60),
    to: ago(0),
    step: 3_600,
    buckets: Array.from({ length: 24 }, (_, index) => ({ at: ago((24 - index) * 60), success: 3, failure: index % 3 })),
    countedFrom: null,
    cursor: '',
  },
  counts: { success: 90, failure: 10 },
  before: { success: 76, failure: 4 },
  rejected: { count: 2, before: 0 },
  failing: [
    {
      event_name: 'transfer.sent',
      count: 7,
      newest: { id: 'evt-9', trace_id: 'a'.repeat(32), timestamp: ago(12), message: 'The bank refused it' },
    },
  ],
  delay: { p50: 40, p95: 61_000, since: ago(24 * 60) },
  ...change,
});

export const trendOf = (change: Partial<EventTrend> = {}): EventTrend => ({
  from: ago(24 * 60),
  to: ago(0),
  counts: { success: 100, failure: 20 },
  before: { success: 90, failure: 30 },
  ...change,
});
