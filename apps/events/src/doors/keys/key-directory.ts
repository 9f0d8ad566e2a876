import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keyIdOf } from '@portico/contracts/common/keys';
import type { KeyState } from '@portico/contracts/events/integrations';

/** A valid key, its integration and kind. `id`: the key's number in its service. `keyId`: the id that the key's text contains. */
export type Key = Pick<KeyState, 'id' | 'keyId' | 'integrationId' | 'kind' | 'mode'>;

type Known = Key & { hash: Buffer; expiresAt: number; isRevoked: boolean };

/** Dummy hash for unknown keys, so that an unknown id takes as long as a wrong secret. */
const DUMMY_HASH = Buffer.alloc(32);

/**
 * Hashes of the keys of all integrations in memory, from the keys' latest published states. The caller applies each state once, in
 * order of version. Revoked keys stay in memory, because a later state enables a key again if someone takes it over.
 */
@Injectable()
export class KeyDirectory {
  private readonly keys = new Map<string, Known>();

  apply({ id, keyId, integrationId, kind, mode, hash: digest, expiresAt, deletedAt }: KeyState): void {
    this.keys.set(keyId, {
      id,
      keyId,
      integrationId,
      kind,
      mode,
      hash: Buffer.from(digest, 'hex'),
      expiresAt: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
      isRevoked: deletedAt !== null,
    });
  }

  /**
   * Returns the key with this text, or null if the key is malformed, unknown, revoked or expired. The reason is not disclosed.
   * @param now - milliseconds since 1970.
   */
  verify(text: string, now = Date.now()): Key | null {
    const keyId = keyIdOf(text);
    const known = keyId === null ? undefined : this.keys.get(keyId);
    const isRight = timingSafeEqual(hash('sha256', text, 'buffer'), known?.hash ?? DUMMY_HASH);
    if (!known || !isRight || known.isRevoked || known.expiresAt <= now) return null;
    return known;
  }
}
