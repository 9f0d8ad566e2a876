import { randomUUID } from 'node:crypto';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';

const DAY = 24 * 60 * 60 * 1_000;
/** Midnight two days ago, in milliseconds: recent enough to be accepted, and constant during a run. */
export const RECENTLY = Math.floor(Date.now() / DAY - 2) * DAY;

export const integrationEvent = (changes: Partial<IntegrationEvent> = {}): IntegrationEvent => ({
  id: randomUUID(),
  source_id: 1,
  organization_id: 1,
  source_type: 'payroll',
  event_name: 'payrun.completed',
  timestamp: new Date().toISOString(),
  result: 'SUCCESS',
  severity_text: 'INFO',
  trace_id: '0123456789abcdef0123456789abcdef',
  details: { message: 'Paid 12 employees' },
  ...changes,
});
