import type { RejectedCause, RejectedEvent } from '@portico/contracts/http/rejected-events';

/** An event published at `offset` with an invalid result. */
export const rejectedOf = (offset: number, change: Partial<RejectedEvent> = {}): RejectedEvent => ({
  id: `0-${offset}-1767225600000`,
  position: { partition: 0, offset },
  published_at: '2026-01-01T00:00:00.000Z',
  rejection: { code: 'invalid_field', reason: 'result should be SUCCESS or FAILURE', pointer: '/result' },
  integration_id: 7,
  integration: 'payroll',
  organization: 'Northwind',
  event_id: `evt-${offset}`,
  size: 64,
  isListed: false,
  ...change,
});

/** An invalid result that caused 12 rejections in two weeks. */
export const causeOf = (change: Partial<RejectedCause> = {}): RejectedCause => ({
  code: 'invalid_field',
  pointer: '/result',
  reason: 'result should be SUCCESS or FAILURE',
  count: 12,
  first_at: '2026-01-01T00:00:00.000Z',
  last_at: '2026-01-14T00:00:00.000Z',
  integrations: [{ integration_id: 7, integration: 'payroll', organization: 'Northwind', count: 12 }],
  integrationCount: 1,
  days: Array.from({ length: 30 }, (_, day) => (day < 29 ? day % 3 : 4)),
  ...change,
});
