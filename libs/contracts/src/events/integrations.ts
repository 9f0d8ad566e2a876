import { z } from 'zod/mini';
import { HookId, HookScheme } from '../common/hooks.ts';
import { KEY_KINDS, KEY_MODES, KeyId } from '../common/keys.ts';
import { Mapping } from './mapping.ts';
import { Quota, Trust } from '../common/trust.ts';
import { AggregateState, type StateTopic } from './domain-event.ts';

const Id = z.int().check(z.positive());

/**
 * `hasDoor`: it has a Kafka topic of its own. `episodesBySubject`: what one subject's events do concerns no other subject. `mapping`: where
 * fields of events stand in foreign data. States of earlier versions have none of the five: the shared topic is open for it, its
 * quota the default one.
 */
export const IntegrationState = z.extend(AggregateState, {
  name: z.string(),
  active: z.boolean(),
  organizationId: z.nullable(Id),
  trust: z.optional(Trust),
  quota: z.optional(Quota),
  hasDoor: z.optional(z.boolean()),
  episodesBySubject: z.optional(z.boolean()),
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
 * A key of an integration. `hash`: SHA-256 of its text, in hexadecimal digits; the text itself is kept nowhere. It is valid
 * until `expiresAt` (null: without end). `deletedAt`: since when it opens no door. It was revoked, or nobody is responsible for it;
 * then a later state may open it again. `hook`: it is no key but a secret of a webhook, `sealed` under `HOOKS_SECRET`; nothing has
 * its `hash`.
 */
export const KeyState = z.extend(AggregateState, {
  keyId: KeyId,
  integrationId: Id,
  kind: z.enum(KEY_KINDS),
  mode: z.enum(KEY_MODES),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  expiresAt: z.nullable(z.string()),
  hook: z.optional(z.object({ hookId: HookId, scheme: HookScheme, sealed: z.string() })),
});
export type KeyState = z.infer<typeof KeyState>;

export const keyChanged: StateTopic<KeyState> = {
  topic: 'integrations.key.v1',
  source: '/integrations',
  type: 'integrations.key.changed',
  data: KeyState,
};

/** Whether a key needs a new owner, whose `id` and `version` it has. A key that never needed one has no state; `deletedAt`: it was revoked. */
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

/** Who is publisher of an integration. `userId` is null until somebody signs in with the e-mail that was named. */
export const PublisherState = z.extend(AggregateState, { integrationId: Id, userId: z.nullable(Id) });
export type PublisherState = z.infer<typeof PublisherState>;

export const publisherChanged: StateTopic<PublisherState> = {
  topic: 'integrations.publisher.v1',
  source: '/integrations',
  type: 'integrations.publisher.changed',
  data: PublisherState,
};

/** When a key was used last; `id` is the key's, `version` that minute since 1970. Written by events. */
export const KeyUse = AggregateState;
export type KeyUse = AggregateState;

export const keyUsed: StateTopic<KeyUse> = {
  topic: 'events.key-use.v1',
  source: '/events',
  type: 'events.key.used',
  data: KeyUse,
};
