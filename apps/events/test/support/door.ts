import { randomBytes } from 'node:crypto';
import { type KeyMode, toKeyText } from '@portico/contracts/common/keys';
import type { Quota } from '@portico/contracts/common/trust';
import { INTEGRATION_EVENT_TYPE, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { Ingested } from '@portico/contracts/http/ingest';
import { type Answer, caller, eventually } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Client } from 'pg';
import type { EventsStack } from './events-stack.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Generates the text of a key that does not exist yet. */
export const aKey = (mode: KeyMode = 'live'): string =>
  toKeyText(mode, [...randomBytes(8)].map((byte) => BASE32[byte % 32]).join(''), randomBytes(16).toString('hex'));

export type Send = (body: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Returns a function that publishes over HTTP with a key. It sends a string unchanged, and other values as JSON. */
export const sender =
  (url: string, key: string): Send =>
  (body, headers = {}) =>
    caller(url, key)('POST', '/ingest/events', body, headers);

type Door = { integration: number; organization: number; mode?: KeyMode; quota?: Quota };
/** A quota above the default, because suites publish more events than the default allows. */
const MUCH: Quota = { eventsPerMinute: 1_000_000, bytesPerDay: 1_000_000_000_000 };

/** Creates a key of an integration and organization, and waits until the service at `url` knows both. */
export async function openDoor(
  { publisher }: EventsStack,
  url: string,
  { integration, organization, mode, quota = MUCH }: Door,
): Promise<{ key: string; send: Send }> {
  const key = aKey(mode);
  await publisher.integration(integration, { organizationId: organization, quota });
  await publisher.key(integration, key, { integrationId: integration });
  const send = sender(url, key);
  await eventually(async () => (await send([])).status === 202);
  return { key, send };
}

/** Creates an event without `source_id` and `organization_id`, which the HTTP endpoint adds. */
export const anEvent = (
  changes: Partial<IntegrationEvent> = {},
): Omit<IntegrationEvent, 'source_id' | 'organization_id'> => {
  const { source_id: _, organization_id: __, ...event } = integrationEvent(changes);
  return event;
};

/** Wraps an event in a CloudEvents envelope. */
export const envelope = <Data extends object>(data: Data) => ({
  specversion: '1.0',
  id: 'of the envelope',
  source: '/payroll',
  type: INTEGRATION_EVENT_TYPE,
  data,
});

/**
 * Returns the result of an accepted request.
 * @throws unless the status is 202.
 */
export const taken = ({ status, body }: Answer): Ingested => {
  if (status !== 202) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as Ingested;
};

/**
 * Returns the used bytes of an integration in the database, summed over all days. Processes write used bytes with a delay.
 * @param postgresUrl - URL of the server
 */
export async function usedBytes(postgresUrl: string, integration: number): Promise<number> {
  const client = new Client({ connectionString: `${postgresUrl}/events` });
  await client.connect();
  const sql = 'select coalesce(sum(bytes), 0)::int as bytes from door_usage where integration_id = $1';
  const { rows } = await client.query<{ bytes: number }>(sql, [integration]);
  await client.end();
  return rows[0]?.bytes ?? 0;
}
