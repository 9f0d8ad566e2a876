import { TOKEN_LIFETIME } from '@portico/contracts/common/roles';
import type { SessionEnd, UserState } from '@portico/contracts/events/identity';
import { Problem } from '../http/problem.ts';
import type { Caller } from './caller.ts';

/** Milliseconds that a change is remembered: a token that was signed before it has expired by then, whatever the clocks say. */
const MEMORY = (TOKEN_LIFETIME + 120) * 1_000;

type Change = { oldestValid: number; learnedAt: number };

/**
 * Which product tokens say something of their user that is no longer so, or belong to a session that was ended. Made from the
 * states of `identity.user.v1`, the newest of each user, and compared by version, not by time: a token that was signed in the
 * very moment of the change is on one side of it or on the other; and from the records of `identity.session-end.v1`. Memory
 * holds the changes of the last token's life only.
 */
export class Revocations {
  /** By user id, in the order in which they were learned. */
  private readonly changes = new Map<number, Change>();
  /** When each ended session was ended, by its id, in the order in which that was learned. */
  private readonly ended = new Map<number, number>();
  private readonly listeners: ((user: number) => void)[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Calls `listener` with each user some of whose tokens were revoked, in the turn of the change and after it. */
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
      this.tell(id);
    }
    for (const [user, change] of this.changes) {
      if (learnedAt - change.learnedAt <= MEMORY) break;
      this.changes.delete(user);
    }
  }

  /** @param endedAt - milliseconds since 1970; a session whose tokens have all expired since has no effect. */
  end({ id, userId }: Pick<SessionEnd, 'id' | 'userId'>, endedAt = this.now()): void {
    const now = this.now();
    for (const [session, at] of this.ended) {
      if (now - at <= MEMORY) break;
      this.ended.delete(session);
    }
    if (now - endedAt > MEMORY || this.ended.has(id)) return;
    this.ended.set(id, endedAt);
    this.tell(userId);
  }

  /** Why a token is no longer accepted, or null while it is. */
  refusalOf({ id, accessVersion, session }: Pick<Caller, 'id' | 'accessVersion' | 'session'>): Problem | null {
    if (accessVersion < (this.changes.get(id)?.oldestValid ?? 1))
      return Problem.unauthenticated('Your account has changed. Please sign in again.');
    if (session !== undefined && this.ended.has(session))
      return new Problem('session_ended', 'Your session was ended. Please sign in again.');
    return null;
  }

  /** Whether this token was signed for an older version of its user, the user was deleted, or the session was ended. */
  isRevoked(caller: Pick<Caller, 'id' | 'accessVersion' | 'session'>): boolean {
    return this.refusalOf(caller) !== null;
  }

  private tell(user: number): void {
    for (const listener of this.listeners) listener(user);
  }
}
