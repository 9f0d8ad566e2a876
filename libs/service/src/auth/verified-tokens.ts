import type { Caller } from './caller.ts';

/** Tokens that are remembered at most. */
const MOST = 5_000;
/** Milliseconds for which a token is not verified again. */
const REMEMBERED = 60_000;

type Verified = { caller: Caller; until: number };

/**
 * Callers of tokens that were found valid less than a minute ago: to verify a signature takes longer than anything else that a
 * service does with a token. None is remembered once it has expired, or for longer than a minute, because identity may withdraw a
 * key; nor once a token of a new key is met, which may be there because an older one was withdrawn. That a user's tokens were
 * revoked is checked elsewhere, each time.
 */
export class VerifiedTokens {
  private readonly verified = new Map<string, Verified>();
  private readonly keys = new Set<string>();

  /** @param tolerance - milliseconds for which a token may be expired. */
  constructor(private readonly tolerance: number) {}

  /** Null for one that has to be verified. */
  get(token: string, now = Date.now()): Caller | null {
    const known = this.verified.get(token);
    if (known === undefined) return null;
    if (now < known.until && now < known.caller.expiresAt + this.tolerance) return known.caller;
    this.verified.delete(token);
    return null;
  }

  /** Those that were verified first make room. @param key - id of the key that it was signed with. */
  add(token: string, key: string, caller: Caller, now = Date.now()): void {
    if (!this.keys.has(key)) this.verified.clear();
    this.keys.add(key);
    this.verified.delete(token);
    for (const oldest of this.verified.keys()) {
      if (this.verified.size < MOST) break;
      this.verified.delete(oldest);
    }
    this.verified.set(token, { caller, until: now + REMEMBERED });
  }
}
