import { defineEntity, p } from '@mikro-orm/core';
import { KEY_KINDS, KEY_MODES } from '@portico/contracts/common/keys';
import type { KeyState } from '@portico/contracts/events/integrations';
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
    /** SHA-256 of the text, in hexadecimal digits. */
    hash: p.text(),
    createdBy: p.text().nullable(),
    /** The right of its maker; null for keys from before it was stored. */
    createdAs: p.enum(CONNECT_RIGHTS).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    version: p.integer().default(1),
  },
  uniques: [{ name: 'integration_keys_key_id_unique', properties: ['keyId'] }],
  indexes: [{ name: 'integration_keys_integration_index', properties: ['integrationId'] }],
});

export class IntegrationKey extends KeySchema.class {
  /** Whether it opens a door at a moment. */
  isValid(at = new Date()): boolean {
    return !this.revokedAt && (!this.expiresAt || this.expiresAt > at);
  }

  /** Whether who connects the integration by this right may end the key: publishers end only keys that publishers made. */
  mayBeEndedBy(right: (typeof CONNECT_RIGHTS)[number]): boolean {
    return right !== 'publisher' || this.createdAs === 'publisher';
  }

  toRow(right: (typeof CONNECT_RIGHTS)[number]): KeyRow {
    const { id, keyId, kind, mode, label, createdBy = null } = this;
    const state = this.revokedAt ? 'revoked' : !this.isValid() ? 'expired' : this.expiresAt ? 'rotating' : 'active';
    return {
      id,
      keyId,
      kind,
      mode,
      label,
      createdBy,
      mayEnd: this.mayBeEndedBy(right),
      state,
      prefix: `ptk_${mode}_${keyId}`,
      createdAt: this.createdAt.toISOString(),
      expiresAt: this.expiresAt?.toISOString() ?? null,
      revokedAt: this.revokedAt?.toISOString() ?? null,
      lastUsedAt: this.lastUsedAt?.toISOString() ?? null,
    };
  }

  toState(): KeyState {
    const { id, version, keyId, integrationId, kind, mode, hash } = this;
    return {
      id,
      version,
      keyId,
      integrationId,
      kind,
      mode,
      hash,
      expiresAt: this.expiresAt?.toISOString() ?? null,
      deletedAt: this.revokedAt?.toISOString() ?? null,
    };
  }
}
KeySchema.setClass(IntegrationKey);
