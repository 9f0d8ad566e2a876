/** Milliseconds behind which nothing can be said to be missing. */
export const MOST_LAG = 60_000;

/** What a look at a log answered: since when its oldest unread record waits, null when none does. `away`: no answer. */
export type Look = { waitingSince: number | null } | 'away';

/**
 * Whether what was read of a log is current. A reader that comes back does not know how old what waits is, so that it is current
 * only when everything has been read that waited at its first look.
 */
export class Currency {
  private firstLook: number | null = null;
  private isSettled = false;
  private since: number | null = null;

  /** @returns whether it is current, and since when it is behind by more than that is allowed to be; null when it is not. */
  note(look: Look, now: number): { isCurrent: boolean; behindSince: number | null } {
    const isCurrent = this.isCurrent(look, now);
    this.since = isCurrent ? null : Math.min(this.since ?? now, waitingSinceOf(look) ?? now);
    return { isCurrent, behindSince: this.since !== null && now - this.since > MOST_LAG ? this.since : null };
  }

  private isCurrent(look: Look, now: number): boolean {
    if (look === 'away') {
      this.firstLook = null;
      this.isSettled = false;
      return false;
    }
    const { waitingSince } = look;
    this.firstLook ??= now;
    this.isSettled ||= waitingSince === null || waitingSince > this.firstLook;
    return this.isSettled && (waitingSince === null || now - waitingSince <= MOST_LAG);
  }
}

const waitingSinceOf = (look: Look): number | null => (look === 'away' ? null : look.waitingSince);
