import type { Caller } from './caller.ts';

const MAX_TOKENS = 5_000;
const LIFETIME_MS = 60_000;

type Verified = { caller: Caller; until: number };

/**
 * Caches the callers of tokens verified within the last minute, because verifying a signature is the most expensive step. An entry
 * expires after a minute or with the token. A token with a new key clears the cache, because identity may have withdrawn the old key.
 * The check for revoked tokens does not use this cache.
 */
export class VerifiedTokens {
  private readonly verified = new Map<string, Verified>();
  private readonly keys = new Set<string>();

  /** @param tolerance - milliseconds after its expiry for which a token is accepted. */
  constructor(private readonly tolerance: number) {}

  get(token: string, now = Date.now()): Caller | null {
    const known = this.verified.get(token);
    if (known === undefined) return null;
    if (now < known.until && now < known.caller.expiresAt + this.tolerance) return known.caller;
    this.verified.delete(token);
    return null;
  }

  /**
   * Caches the caller of a verified token. A full cache evicts the oldest entry.
   * @param key - id of the token's signing key.
   */
  add(token: string, key: string, caller: Caller, now = Date.now()): void {
    if (!this.keys.has(key)) this.verified.clear();
    this.keys.add(key);
    this.verified.delete(token);
    for (const oldest of this.verified.keys()) {
      if (this.verified.size < MAX_TOKENS) break;
      this.verified.delete(oldest);
    }
    this.verified.set(token, { caller, until: now + LIFETIME_MS });
  }
}
