import { DEFAULT_QUOTA } from '@portico/contracts/common/trust';
import type { Conformance } from '@portico/contracts/http/conformance';
import type { Connect } from '@portico/contracts/http/connect';
import type { EventSchema } from '@portico/contracts/http/event-schemas';
import type { CreatedKey, IntegrationKey } from '@portico/contracts/http/integration-keys';
import type { Publisher } from '@portico/contracts/http/integration-publishers';

/** The connection of Northwind's integration `id`, which has no topic of its own. */
export const connectOf = (id: number, change: Partial<Connect> = {}): Connect => ({
  id,
  name: `Payroll ${id}`,
  active: true,
  organization: { id: 4, name: 'Northwind' },
  right: 'admin',
  trust: 'observe',
  quota: DEFAULT_QUOTA,
  ingestUrl: 'https://api.acme.test/ingest/events',
  tokenUrl: 'https://api.acme.test/oauth/token',
  kafka: {
    brokers: 'kafka1.acme.test:9093,kafka2.acme.test:9093',
    sharedTopic: 'integration.events.v1',
    ownTopic: null,
    testTopic: null,
    protocol: 'SASL_SSL',
    mechanisms: ['PLAIN', 'OAUTHBEARER'],
  },
  ...change,
});

export const withTopic = (connect: Connect): Connect => ({
  ...connect,
  kafka: {
    ...connect.kafka,
    ownTopic: `integration.door.v1.${connect.id}`,
    testTopic: `integration.door.v1.${connect.id}.test`,
  },
});

/** Conformance on one day: 998 of 1,000 events are accepted, 12 of them from the shared topic. */
export const conformanceOf = (change: Partial<Conformance> = {}): Conformance => ({
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-02T00:00:00.000Z',
  accepted: 998,
  published: 1_000,
  onTime: 990,
  shared: { count: 12, first_at: '2026-01-01T09:00:00.000Z' },
  names: [
    { event_name: 'payrun.completed', count: 990 },
    { event_name: 'payrun.started', count: 8 },
  ],
  others: 0,
  ...change,
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export const keyOf = (id: number, change: Partial<IntegrationKey> = {}): IntegrationKey => {
  const keyId = (LETTERS[id % LETTERS.length] ?? 'a').repeat(8);
  const { mode = 'live' } = change;
  return {
    id,
    keyId,
    prefix: `ptk_${mode}_${keyId}`,
    kind: 'publish',
    mode,
    label: `Key ${id}`,
    state: 'active',
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: 'ada@acme.test',
    responsible: { id: 1, name: 'Ada' },
    needsOwnerSince: null,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...change,
  };
};

export const createdKeyOf = (id: number, change: Partial<IntegrationKey> = {}): CreatedKey => {
  const key = keyOf(id, change);
  return { ...key, key: `${key.prefix}_${'x'.repeat(32)}` };
};

export const publisherOf = (id: number, change: Partial<Publisher> = {}): Publisher => ({
  id,
  email: `publisher${id}@vendor.test`,
  user: { id: 100 + id, name: `Vera ${id}` },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

export const schemaOf = (event_name: string, schema: EventSchema['schema'] = { type: 'object' }): EventSchema => ({
  event_name,
  schema,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: 'ada@acme.test',
});

export const EVENT_SCHEMA = {
  type: 'object',
  required: ['id', 'source_id', 'timestamp', 'result', 'details'],
  properties: {
    id: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description: 'Unique for ever within the integration.',
      examples: ['payroll-7f9c2ba4'],
    },
    source_id: { type: 'integer', exclusiveMinimum: 0, maximum: 2_147_483_647, examples: [1] },
    timestamp: { type: 'string', format: 'date-time', pattern: '^.*$', examples: ['2026-01-01T00:00:00.000Z'] },
    result: { type: 'string', enum: ['SUCCESS', 'FAILURE'], examples: ['SUCCESS'] },
    details: {
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string', maxLength: 32_768, examples: ['42 payslips sent'] } },
    },
    note: { type: 'string', pattern: '^[a-z]+$' },
  },
};
