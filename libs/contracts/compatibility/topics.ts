import { z } from 'zod';
import { Activity, ACTIVITY_TOPIC } from '../src/events/activity.ts';
import { episodeChanged } from '../src/events/alerts.ts';
import { purchaseChanged } from '../src/events/billing.ts';
import { DomainEvent } from '../src/events/domain-event.ts';
import { sessionEnded, userChanged, viewHandover } from '../src/events/identity.ts';
import {
  DOORS_TOPIC,
  INTEGRATION_EVENTS_TOPIC,
  IntegrationEvent,
  TEST_EVENTS_TOPIC,
} from '../src/events/integration-event.ts';
import { integrationChanged, keyChanged, keyHandover, keyUsed, publisherChanged } from '../src/events/integrations.ts';
import { entitlementChanged, membershipChanged, organizationChanged } from '../src/events/orgs.ts';
import { privacyChanged } from '../src/privacy/state.ts';
import { QUARANTINE_TOPIC, QuarantinedRecord } from '../src/events/quarantine.ts';
import { usageChanged } from '../src/events/usage.ts';
import type { Schema } from './differences.ts';

/** `product`: only Portico writes to the topic. `publishers`: external programs write to it, and a release does not update them. */
type Contract = { writers: 'product' | 'publishers'; schema: Schema };
export type Contracts = Record<string, Contract>;

const STATES = [
  userChanged,
  viewHandover,
  sessionEnded,
  organizationChanged,
  membershipChanged,
  entitlementChanged,
  usageChanged,
  privacyChanged,
  integrationChanged,
  keyChanged,
  keyHandover,
  publisherChanged,
  keyUsed,
  purchaseChanged,
  episodeChanged,
];

const schemaOf = (schema: z.core.$ZodType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

const contract = (schema: z.core.$ZodType, writers: Contract['writers'] = 'product'): Contract => ({
  writers,
  schema: schemaOf(schema),
});

/** Returns the current contract of every topic with a schema. A contract covers the record's whole value. */
export const contractsOfSources = (): Contracts => ({
  ...Object.fromEntries(
    STATES.map(({ topic, type, data }) => {
      const { type: kind, ...properties } = DomainEvent._zod.def.shape;
      return [topic, contract(z.object({ ...properties, type: kind && z.literal(type), data }))];
    }),
  ),
  [ACTIVITY_TOPIC]: contract(Activity),
  [QUARANTINE_TOPIC]: contract(QuarantinedRecord),
  [INTEGRATION_EVENTS_TOPIC]: contract(IntegrationEvent, 'publishers'),
  [DOORS_TOPIC]: contract(IntegrationEvent, 'publishers'),
  [TEST_EVENTS_TOPIC]: contract(IntegrationEvent, 'publishers'),
});
