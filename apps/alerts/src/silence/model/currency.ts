/** Lag in milliseconds beyond which Portico cannot detect silence. */
const MAX_LAG = 60_000;

/**
 * The result of one check of a topic. `waitingSince`: since when at least one record has been unread; null if all records are read. `away`:
 * the check got no response.
 */
export type Look = { waitingSince: number | null } | 'away';

/**
 * Tracks whether the reader of a topic is current. After an interruption, the age of unread records is unknown. The reader then counts
 * as current after it has read all records that were unread at the first check.
 */
export class Currency {
  private firstLook: number | null = null;
  private isSettled = false;
  private since: number | null = null;

  /** @returns whether the reader is current. `behindSince`: start of a lag of more than a minute; null without such a lag. */
  note(look: Look, now: number): { isCurrent: boolean; behindSince: number | null } {
    const isCurrent = this.isCurrent(look, now);
    this.since = isCurrent ? null : Math.min(this.since ?? now, waitingSinceOf(look) ?? now);
    return { isCurrent, behindSince: this.since !== null && now - this.since > MAX_LAG ? this.since : null };
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
    return this.isSettled && (waitingSince === null || now - waitingSince <= MAX_LAG);
  }
}

const waitingSinceOf = (look: Look): number | null => (look === 'away' ? null : look.waitingSince);
