import { z } from 'zod/mini';
import { KEY_KINDS, KEY_MODES, KeyId } from '../common/keys.ts';
import { filled } from '../common/fields.ts';
import { Responsible } from '../common/owners.ts';
import { Id, IdParams } from '../common/ids.ts';
import { page } from '../common/page.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** Maximum valid keys per integration. */
export const MAX_KEYS = 5;
/** Seconds for which a replaced key stays valid. */
export const OVERLAPS = { '0': 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const;
export const Overlap = z.enum(['0', '1h', '24h', '7d']);
export type Overlap = z.infer<typeof Overlap>;

/** A key of an integration without its text. */
export const IntegrationKey = z.object({
  id: Id,
  keyId: KeyId,
  /** The visible beginning of the key's text. */
  prefix: z.string(),
  kind: z.enum(KEY_KINDS),
  mode: z.enum(KEY_MODES),
  label: z.string(),
  /** A `rotating` key is valid until `expiresAt`. */
  state: z.enum(['active', 'rotating', 'expired', 'revoked']),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  /** Whether the caller may rotate and revoke the key. Publishers may not do so for keys of managers or administrators. */
  mayEnd: z.optional(z.boolean()),
  /** Null if no account has the e-mail of the key's creator. */
  responsible: z.nullable(Responsible),
  /**
   * When the responsible person lost the right to connect the integration. Portico rejects the key until another person takes it over, and
   * revokes it after 7 days.
   */
  needsOwnerSince: z.nullable(z.string()),
  /** Null for a key without expiry. */
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** To the minute. For Kafka, when a token was issued for the key. */
  lastUsedAt: z.nullable(z.string()),
});
export type IntegrationKey = z.infer<typeof IntegrationKey>;

const Label = filled(100);

export const KeyCreate = z.object({
  label: Label,
  kind: z._default(z.enum(KEY_KINDS), 'publish'),
  mode: z._default(z.enum(KEY_MODES), 'live'),
});
export type KeyCreate = z.infer<typeof KeyCreate>;

/** A new key with its text, which is returned only once. */
export const CreatedKey = z.extend(IntegrationKey, { key: z.string() });
export type CreatedKey = z.infer<typeof CreatedKey>;

export const KeyRotate = z.object({ overlap: z._default(Overlap, '24h') });
export type KeyRotate = z.infer<typeof KeyRotate>;

export const KeyParams = z.extend(IdParams, { keyId: KeyId });
export type KeyParams = z.infer<typeof KeyParams>;

export const listKeys = endpoint({
  method: 'GET',
  path: '/integrations/{id}/keys',
  audit: READS_SETTINGS,
  summary:
    'List the keys of an integration, newest first; for its publishers, managers of its organization and administrators',
  params: IdParams,
  response: page(IntegrationKey),
});
export const createKey = endpoint({
  method: 'POST',
  path: '/integrations/{id}/keys',
  audit: { action: 'integration-key.create', targets: { integration: 'id' } },
  summary: `Create a key, at most ${MAX_KEYS} valid keys per integration; returns its text only once`,
  params: IdParams,
  body: KeyCreate,
  created: true,
  response: CreatedKey,
});
export const rotateKey = endpoint({
  method: 'POST',
  path: '/integrations/{id}/keys/{keyId}/rotate',
  audit: { action: 'integration-key.rotate', targets: { integration: 'id', 'integration-key': 'keyId' } },
  summary:
    'Replace a key by a new key; the old key stays valid during the overlap; publishers rotate only keys that publishers created',
  params: KeyParams,
  body: KeyRotate,
  created: true,
  response: CreatedKey,
});
export const takeOverKey = endpoint({
  method: 'POST',
  path: '/integrations/{id}/keys/{keyId}/take-over',
  audit: { action: 'integration-key.take-over', targets: { integration: 'id', 'integration-key': 'keyId' } },
  summary:
    'Become responsible for a key; a key that was rejected for lack of a responsible person works again within two seconds',
  params: KeyParams,
  response: IntegrationKey,
});
export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/integrations/{id}/keys/{keyId}',
  audit: { action: 'integration-key.revoke', targets: { integration: 'id', 'integration-key': 'keyId' } },
  summary:
    'Revoke a key; every process rejects it within two seconds; publishers revoke only keys that publishers created',
  params: KeyParams,
  response: z.void(),
});
