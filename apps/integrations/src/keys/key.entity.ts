import { defineEntity, p } from '@mikro-orm/core';
import { HookScheme } from '@portico/contracts/common/hooks';
import { KEY_KINDS, KEY_MODES } from '@portico/contracts/common/keys';
import type { KeyHandoverState, KeyState } from '@portico/contracts/events/integrations';
import { CONNECT_RIGHTS } from '@portico/contracts/http/connect';
import type { IntegrationKey as KeyRow } from '@portico/contracts/http/integration-keys';

const KeySchema = defineEntity({
  name: 'IntegrationKey',
  tableName: 'integration_keys',
  properties: {
    id: p.integer().primary().autoincrement(),
    keyId: p.text(),
    integrationId: p.integer(),
    kind: p.enum(KEY_KINDS),
    mode: p.enum(KEY_MODES),
    label: p.text(),
    /** SHA-256 of the key's text, in hexadecimal digits. */
    hash: p.text(),
    createdBy: p.text().nullable(),
    /** The right with which the creator created the key; null for older keys. */
    createdAs: p.enum(CONNECT_RIGHTS).nullable(),
    /** The creator, or the last person who took the key over; null if no account has the creator's e-mail. */
    responsibleUserId: p.integer().nullable(),
    /** Since when the key is rejected because the responsible person lacks the right; null while the person has the right. */
    needsOwnerSince: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    /** For a webhook secret: the id in the webhook's address. Null for a key, like the next two columns. */
    hookId: p.text().nullable(),
    hookScheme: p.text().nullable(),
    hookSealed: p.text().nullable(),
    version: p.integer().default(1),
  },
  uniques: [{ name: 'integration_keys_key_id_unique', properties: ['keyId'] }],
  indexes: [
    { name: 'integration_keys_integration_index', properties: ['integrationId'] },
    { name: 'integration_keys_responsible_index', properties: ['responsibleUserId'] },
    {
      name: 'integration_keys_needs_owner_index',
      expression: `create index "integration_keys_needs_owner_index" on "integration_keys" ("needs_owner_since")
        where "needs_owner_since" is not null`,
    },
  ],
});

export class IntegrationKey extends KeySchema.class {
  /** Whether the key is accepted at this time. */
  isValid(at = new Date()): boolean {
    return this.isOpen(at) && !this.needsOwnerSince;
  }

  /** Whether the key is neither revoked nor expired. The key may still need a new owner. */
  isOpen(at = new Date()): boolean {
    return !this.revokedAt && (!this.expiresAt || this.expiresAt > at);
  }

  /** Whether a user with this right may end the key. Publishers may end only keys that publishers created. */
  mayBeEndedBy(right: (typeof CONNECT_RIGHTS)[number]): boolean {
    return right !== 'publisher' || this.createdAs === 'publisher';
  }

  scheme(): HookScheme {
    return HookScheme.parse(JSON.parse(this.hookScheme ?? '{}'));
  }

  /** @param names - names of users by id */
  toRow(right: (typeof CONNECT_RIGHTS)[number], names: ReadonlyMap<number, string>): KeyRow {
    const { id, keyId, kind, mode, label, createdBy = null, responsibleUserId: responsible } = this;
    const state = this.revokedAt ? 'revoked' : !this.isOpen() ? 'expired' : this.expiresAt ? 'rotating' : 'active';
    return {
      id,
      keyId,
      kind,
      mode,
      label,
      createdBy,
      mayEnd: this.mayBeEndedBy(right),
      responsible: responsible == null ? null : { id: responsible, name: names.get(responsible) ?? null },
      needsOwnerSince: this.revokedAt ? null : (this.needsOwnerSince?.toISOString() ?? null),
      state,
      prefix: `ptk_${mode}_${keyId}`,
      createdAt: this.createdAt.toISOString(),
      expiresAt: this.expiresAt?.toISOString() ?? null,
      revokedAt: this.revokedAt?.toISOString() ?? null,
      lastUsedAt: this.lastUsedAt?.toISOString() ?? null,
    };
  }

  toState(): KeyState {
    const { id, version, keyId, integrationId, kind, mode, hash, hookId, hookSealed: sealed } = this;
    const stoppedAt = this.revokedAt ?? this.needsOwnerSince;
    return {
      id,
      version,
      keyId,
      integrationId,
      kind,
      mode,
      hash,
      expiresAt: this.expiresAt?.toISOString() ?? null,
      deletedAt: stoppedAt?.toISOString() ?? null,
      ...(hookId && sealed && { hook: { hookId, scheme: this.scheme(), sealed } }),
    };
  }

  toHandover(): KeyHandoverState {
    const { id, version, label, integrationId, responsibleUserId = null } = this;
    return {
      id,
      version,
      label,
      integrationId,
      responsibleUserId,
      needsOwnerSince: this.needsOwnerSince?.toISOString() ?? null,
      deletedAt: this.revokedAt?.toISOString() ?? null,
    };
  }
}
KeySchema.setClass(IntegrationKey);
