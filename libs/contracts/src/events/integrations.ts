import { z } from 'zod/mini';
import { HookId, HookScheme } from '../common/hooks.ts';
import { KEY_KINDS, KEY_MODES, KeyId } from '../common/keys.ts';
import { Mapping } from './mapping.ts';
import { Quota, Trust } from '../common/trust.ts';
import { AggregateState, type StateTopic } from './domain-event.ts';

const Id = z.int().check(z.positive());

/** An integration. The optional fields are absent in older states; the defaults are an open shared topic and the default quota. */
export const IntegrationState = z.extend(AggregateState, {
  name: z.string(),
  active: z.boolean(),
  organizationId: z.nullable(Id),
  trust: z.optional(Trust),
  quota: z.optional(Quota),
  /** Whether the integration has its own Kafka topic. */
  hasDoor: z.optional(z.boolean()),
  /** Whether each subject has its own episodes. */
  episodesBySubject: z.optional(z.boolean()),
  /** Where foreign data contains the event's fields. */
  mapping: z.optional(Mapping),
});
export type IntegrationState = z.infer<typeof IntegrationState>;

export const integrationChanged: StateTopic<IntegrationState> = {
  topic: 'integrations.integration.v1',
  source: '/integrations',
  type: 'integrations.integration.changed',
  data: IntegrationState,
};

/**
 * A key of an integration. `deletedAt`: when Portico began to reject the key, because it was revoked or has no responsible person. If a
 * person takes the key over, a later state enables the key again.
 */
export const KeyState = z.extend(AggregateState, {
  keyId: KeyId,
  integrationId: Id,
  kind: z.enum(KEY_KINDS),
  mode: z.enum(KEY_MODES),
  /** SHA-256 of the key's text in hexadecimal digits; unused if `hook` is set. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Null for a key without expiry. */
  expiresAt: z.nullable(z.string()),
  /** Set if the key is a webhook secret. `sealed`: the secret, encrypted with `HOOKS_SECRET`. */
  hook: z.optional(z.object({ hookId: HookId, scheme: HookScheme, sealed: z.string() })),
});
export type KeyState = z.infer<typeof KeyState>;

export const keyChanged: StateTopic<KeyState> = {
  topic: 'integrations.key.v1',
  source: '/integrations',
  type: 'integrations.key.changed',
  data: KeyState,
};

/**
 * Whether the key with this `id` and `version` needs a new owner. A key that never needed a new owner has no state. `deletedAt`: when
 * the key was revoked.
 */
export const KeyHandoverState = z.extend(AggregateState, {
  label: z.string(),
  integrationId: Id,
  responsibleUserId: z.nullable(Id),
  needsOwnerSince: z.nullable(z.string()),
});
export type KeyHandoverState = z.infer<typeof KeyHandoverState>;

export const keyHandover: StateTopic<KeyHandoverState> = {
  topic: 'integrations.key-handover.v1',
  source: '/integrations',
  type: 'integrations.key-handover.changed',
  data: KeyHandoverState,
};

/** A publisher of an integration. `userId` is null until a user signs in with the given e-mail. */
export const PublisherState = z.extend(AggregateState, { integrationId: Id, userId: z.nullable(Id) });
export type PublisherState = z.infer<typeof PublisherState>;

export const publisherChanged: StateTopic<PublisherState> = {
  topic: 'integrations.publisher.v1',
  source: '/integrations',
  type: 'integrations.publisher.changed',
  data: PublisherState,
};

/** When a key was last used. `id` is the key's id; `version` is the minute of the use since 1970. Written by the events service. */
const KeyUse = AggregateState;
type KeyUse = AggregateState;

export const keyUsed: StateTopic<KeyUse> = {
  topic: 'events.key-use.v1',
  source: '/events',
  type: 'events.key.used',
  data: KeyUse,
};
