import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keyIdOf } from '@portico/contracts/common/keys';
import type { KeyState } from '@portico/contracts/events/integrations';

/** A valid key: its owner and kind. `id` is the number of its aggregate. */
export type Key = Pick<KeyState, 'id' | 'keyId' | 'integrationId' | 'kind' | 'mode'>;

type Known = Key & { hash: Buffer; expiresAt: number; isRevoked: boolean };

/** Dummy hash for unknown keys, so that an unknown id takes as long as a wrong secret. */
const DUMMY_HASH = Buffer.alloc(32);

/**
 * The keys of all integrations from their latest published states, in memory, as hashes. The caller applies each state once, in order
 * of its version. Revoked keys are kept: a later state enables them again if someone takes them over.
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
   * The key with this text, or null if it is malformed, unknown, revoked or expired; the reason is not disclosed.
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
