import { TOKEN_LIFETIME } from '@portico/contracts/common/roles';
import type { UserState } from '@portico/contracts/events/identity';
import type { Caller } from './caller.ts';

/** Milliseconds that a change is remembered: a token that was signed before it has expired by then, whatever the clocks say. */
const MEMORY = (TOKEN_LIFETIME + 120) * 1_000;

type Change = { oldestValid: number; learnedAt: number };

/**
 * Which product tokens say something of their user that is no longer so. Made from the states of `identity.user.v1`, the
 * newest of each user, and compared by version, not by time: a token that was signed in the very moment of the change is
 * on one side of it or on the other. Memory holds the changes of the last token's life only.
 */
export class Revocations {
  /** By user id, in the order in which they were learned. */
  private readonly changes = new Map<number, Change>();
  private readonly listeners: ((user: number) => void)[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Calls `listener` with each user whose tokens were revoked, in the turn of the change and after it. */
  onChange(listener: (user: number) => void): void {
    this.listeners.push(listener);
  }

  /** Takes a user's newest state; a late one, or one that never changed a token's claims, has no effect. */
  apply({ id, accessVersion, deletedAt }: Pick<UserState, 'id' | 'accessVersion' | 'deletedAt'>): void {
    const learnedAt = this.now();
    const oldestValid = deletedAt === null ? accessVersion : Number.POSITIVE_INFINITY;
    if (oldestValid > (this.changes.get(id)?.oldestValid ?? 1)) {
      this.changes.delete(id);
      this.changes.set(id, { oldestValid, learnedAt });
      for (const listener of this.listeners) listener(id);
    }
    for (const [user, change] of this.changes) {
      if (learnedAt - change.learnedAt <= MEMORY) break;
      this.changes.delete(user);
    }
  }

  /** Whether this token was signed for an older version of its user, or the user was deleted. */
  isRevoked({ id, accessVersion }: Pick<Caller, 'id' | 'accessVersion'>): boolean {
    return accessVersion < (this.changes.get(id)?.oldestValid ?? 1);
  }
}
