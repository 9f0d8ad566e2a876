import { TOKEN_LIFETIME } from '@portico/contracts/common/roles';
import type { SessionEnd, UserState } from '@portico/contracts/events/identity';
import { Problem } from '../http/problem.ts';
import type { Caller } from './caller.ts';

/** Milliseconds for which a change is remembered. Tokens signed before it have expired by then, allowing for clock differences. */
const MEMORY = (TOKEN_LIFETIME + 120) * 1_000;

type Change = { oldestValid: number; learnedAt: number };

/**
 * Detects product tokens with outdated claims or an ended session. It reads the newest user states from `identity.user.v1` and
 * session ends from `identity.session-end.v1`. It compares versions and not times, so a token signed at the moment of the change is
 * clearly before or after it. Memory holds only the changes within one token lifetime.
 */
export class Revocations {
  /** By user id, in order of arrival. */
  private readonly changes = new Map<number, Change>();
  /** When each session ended, by its id, in order of arrival. */
  private readonly ended = new Map<number, number>();
  private readonly listeners: ((user: number) => void)[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Calls `listener` for each user with revoked tokens, synchronously after the change. */
  onChange(listener: (user: number) => void): void {
    this.listeners.push(listener);
  }

  /** Applies a user's newest state. An older one, or one without a change of claims, has no effect. */
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

  /** @param endedAt - milliseconds since 1970; no effect if all its tokens have expired since. */
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

  /** Why a token is rejected, or null if it is accepted. */
  refusalOf({ id, accessVersion, session }: Pick<Caller, 'id' | 'accessVersion' | 'session'>): Problem | null {
    if (accessVersion < (this.changes.get(id)?.oldestValid ?? 1))
      return Problem.unauthenticated('Your account has changed. Please sign in again.');
    if (session !== undefined && this.ended.has(session))
      return new Problem('session_ended', 'Your session was ended. Please sign in again.');
    return null;
  }

  /** Whether the token has an older version of its user, the user was deleted, or the session ended. */
  isRevoked(caller: Pick<Caller, 'id' | 'accessVersion' | 'session'>): boolean {
    return this.refusalOf(caller) !== null;
  }

  private tell(user: number): void {
    for (const listener of this.listeners) listener(user);
  }
}
