import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { type Call, eventually } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { EVERY_FAILURE } from './alerts.ts';
import type { Noticing } from './noticing.ts';

const MINUTE = 60_000;
const NOON = Date.now() - 60 * MINUTE;

/** Builds an event that failed an hour ago, plus `minute` minutes. */
export const failure = (event_name: string, changes: Partial<IntegrationEvent> = {}, minute = 0): IntegrationEvent =>
  integrationEvent({
    event_name,
    result: 'FAILURE',
    severity_text: 'ERROR',
    timestamp: new Date(NOON + minute * MINUTE).toISOString(),
    details: { message: 'Bank rejected the file' },
    ...changes,
  });
export const success = (event_name: string, changes: Partial<IntegrationEvent> = {}, minute = 1): IntegrationEvent =>
  failure(event_name, { result: 'SUCCESS', severity_text: 'INFO', ...changes }, minute);

/**
 * Creates another integration of Acme, whose episodes begin with any failure and end with the next success. Waits until all services
 * have received the integration.
 */
export async function furnishIntegration({ stack }: Noticing, admin: Call, id: number): Promise<number> {
  await stack.publisher.integration(id, { name: `integration ${id}` });
  const settling = { minutes: 0, trouble: EVERY_FAILURE };
  await eventually(async () => (await admin('PUT', `/episodes/integrations/${id}/settling`, settling)).status === 200);
  const events = await stack.eventsAs('ADMIN');
  await eventually(
    async () => JSON.stringify((await events('GET', '/events')).body).includes(`integration ${id}`),
    60_000,
  );
  return id;
}
