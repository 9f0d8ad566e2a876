import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keyIdOf } from '@portico/contracts/common/keys';
import type { KeyState } from '@portico/contracts/events/integrations';

/** What a valid key says: whose it is, and what it may do. `id` is the number of its aggregate. */
export type Key = Pick<KeyState, 'id' | 'keyId' | 'integrationId' | 'kind' | 'mode'>;

type Known = Key & { hash: Buffer; expiresAt: number; isRevoked: boolean };

/** Stands for the hash of a key that there is not, so that an unknown id takes as long as a wrong secret. */
const NOBODYS = Buffer.alloc(32);

/**
 * The keys of all integrations as their service last published them, in memory, as hashes. The caller applies each state
 * once, in the order of its version. A revoked key stays: a later state opens it again if somebody took it over.
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
   * The key of which this is the text, or null: it is none, unknown, revoked or expired. Which of them it is is said to nobody.
   * @param now - milliseconds since 1970.
   */
  verify(text: string, now = Date.now()): Key | null {
    const keyId = keyIdOf(text);
    const known = keyId === null ? undefined : this.keys.get(keyId);
    const isRight = timingSafeEqual(hash('sha256', text, 'buffer'), known?.hash ?? NOBODYS);
    if (!known || !isRight || known.isRevoked || known.expiresAt <= now) return null;
    return known;
  }
}
