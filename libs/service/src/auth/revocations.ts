import { TOKEN_LIFETIME } from '@portico/contracts/common/roles';
import type { SessionEnd, UserState } from '@portico/contracts/events/identity';
import { Problem } from '../http/problem.ts';
import type { Caller } from './caller.ts';

/** Milliseconds for which a change is stored: the lifetime of a token plus two minutes for clock differences. */
const MEMORY = (TOKEN_LIFETIME + 120) * 1_000;

type Change = { oldestValid: number; learnedAt: number };

/**
 * Detects product tokens with outdated claims or an ended session. Receives user states from `identity.user.v1` and session ends from
 * `identity.session-end.v1`. Compares versions instead of times, so that a token signed at the moment of a change is unambiguous.
 * Stores only the changes of one token lifetime.
 */
export class Revocations {
  /** The last change of each user by user id, in order of arrival. */
  private readonly changes = new Map<number, Change>();
  /** End time of each ended session by session id, in order of arrival. */
  private readonly ended = new Map<number, number>();
  private readonly listeners: ((user: number) => void)[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Calls `listener` for each user with revoked tokens, synchronously after the change. */
  onChange(listener: (user: number) => void): void {
    this.listeners.push(listener);
  }

  /** Applies a user's state. A state that is older than the known state, or does not change claims, has no effect. */
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

  /** Ends a session, unless all tokens of the session have expired. @param endedAt - milliseconds since 1970. */
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

  refusalOf({ id, accessVersion, session }: Pick<Caller, 'id' | 'accessVersion' | 'session'>): Problem | null {
    if (accessVersion < (this.changes.get(id)?.oldestValid ?? 1))
      return Problem.unauthenticated('Your account has changed. Please sign in again.');
    if (session !== undefined && this.ended.has(session))
      return new Problem('session_ended', 'Your session was ended. Please sign in again.');
    return null;
  }

  isRevoked(caller: Pick<Caller, 'id' | 'accessVersion' | 'session'>): boolean {
    return this.refusalOf(caller) !== null;
  }

  private tell(user: number): void {
    for (const listener of this.listeners) listener(user);
  }
}
