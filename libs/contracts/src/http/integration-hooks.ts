import { z } from 'zod/mini';
import { filled } from '../common/fields.ts';
import { HookId, HookScheme } from '../common/hooks.ts';
import { IdParams } from '../common/ids.ts';
import { KEY_MODES } from '../common/keys.ts';
import { Mapping } from '../events/mapping.ts';
import { page } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { endpoint, EVENTS_ARE_THE_RECORD, READS_SETTINGS } from './endpoint.ts';
import { IntegrationKey, Overlap } from './integration-keys.ts';
import { Ingested } from './ingest.ts';

/** Maximum webhooks per integration. */
export const MAX_HOOKS = 5;

/**
 * A webhook secret without its text. Secrets with the same `hookId` share an address. During a rotation an address has two secrets,
 * and the earlier secret's `state` is `rotating`.
 */
export const IntegrationHook = z.extend(z.omit(IntegrationKey, { prefix: true, kind: true }), {
  hookId: HookId,
  scheme: HookScheme,
  /** The address that the sender posts to. */
  address: z.string(),
});
export type IntegrationHook = z.infer<typeof IntegrationHook>;

/** A secret as the sender's settings show it; for `basic`: `user:password`. */
const Secret = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[\x21-\x7e]{16,255}$/, { error: should('have 16 to 255 letters, digits and signs, without spaces') }),
  );

/** Treats an empty form field as absent. */
const orAbsent = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.transform((value) => (value === '' ? undefined : value)),
      z.optional(schema),
    ),
  );

export const HookCreate = z.extend(HookScheme, {
  label: filled(100),
  mode: z._default(z.enum(KEY_MODES), 'live'),
  /** The secret of a sender that creates its own secret; if absent, Portico creates the secret. */
  secret: orAbsent(Secret),
  header: orAbsent(HookScheme.shape.header),
});
export type HookCreate = z.infer<typeof HookCreate>;

/** A new webhook with the text of its secret, which is returned only once. */
export const CreatedHook = z.extend(IntegrationHook, { secret: z.string() });
export type CreatedHook = z.infer<typeof CreatedHook>;

export const HookRotate = z.object({ overlap: z._default(Overlap, '24h'), secret: orAbsent(Secret) });
export type HookRotate = z.infer<typeof HookRotate>;

export const HookParams = z.extend(IdParams, { hookId: HookId });
export type HookParams = z.infer<typeof HookParams>;

export const listHooks = endpoint({
  method: 'GET',
  path: '/integrations/{id}/hooks',
  audit: READS_SETTINGS,
  summary: 'List the webhook secrets of an integration, newest first; for callers who may connect the integration',
  params: IdParams,
  response: page(IntegrationHook),
});
export const createHook = endpoint({
  method: 'POST',
  path: '/integrations/{id}/hooks',
  audit: { action: 'hook.create', targets: { integration: 'id' } },
  summary: `Create a webhook, at most ${MAX_HOOKS} per integration; returns its secret only once`,
  params: IdParams,
  body: HookCreate,
  created: true,
  response: CreatedHook,
});
export const rotateHook = endpoint({
  method: 'POST',
  path: '/integrations/{id}/hooks/{hookId}/rotate',
  audit: { action: 'hook.rotate', targets: { integration: 'id' } },
  summary: 'Create a new secret for a webhook at the same address; the earlier secret stays valid during the overlap',
  params: HookParams,
  body: HookRotate,
  created: true,
  response: CreatedHook,
});
export const revokeHook = endpoint({
  method: 'DELETE',
  path: '/integrations/{id}/hooks/{hookId}',
  audit: { action: 'hook.revoke', targets: { integration: 'id' } },
  summary: 'Revoke a webhook; every process rejects it within two seconds',
  params: HookParams,
  response: z.void(),
});
export const getMapping = endpoint({
  method: 'GET',
  path: '/integrations/{id}/mapping',
  audit: READS_SETTINGS,
  summary: 'Get which fields of webhooks and foreign CloudEvents the fields of events are read from',
  params: IdParams,
  response: Mapping,
});
export const saveMapping = endpoint({
  method: 'PUT',
  path: '/integrations/{id}/mapping',
  audit: { action: 'mapping.save', targets: { integration: 'id' } },
  summary: 'Change which fields of webhooks and foreign CloudEvents the fields of future events are read from',
  params: IdParams,
  body: Mapping,
  response: Mapping,
});

export const DeliveryParams = z.object({ hookId: HookId });
export type DeliveryParams = z.infer<typeof DeliveryParams>;

export const deliverHook = endpoint({
  method: 'POST',
  path: '/ingest/hooks/{hookId}',
  audit: EVENTS_ARE_THE_RECORD,
  accepted: true,
  summary: 'Deliver a webhook, signed as its preset defines; 202 once it is in Kafka, even if it is rejected later',
  params: DeliveryParams,
  body: z.unknown(),
  response: Ingested,
});
