import type { NoticeKind } from '@portico/contracts/http/notices';
import { partOf } from './kinds.ts';

/** Milliseconds; moments are milliseconds since 1970. */
export const POLICY = {
  /** A notice that is over by then is not sent. */
  wait: 30_000,
  /** Between two messages about one organization through one channel. */
  group: 5 * 60_000,
  /** Messages per hour through one channel. */
  budget: 20,
  budgetPeriod: 60 * 60_000,
  remindAfter: 24 * 60 * 60_000,
  /** Episodes of one integration that begin within this time are one outage, and one inbox entry. */
  outage: 30 * 60_000,
} as const;

/** How soon to check again for changes without a notification: a message in retry, or the end of a window. */
export const RECHECK = 5_000;

/** One notice for one channel, with everything that decides about it. */
export type Facts = {
  now: number;
  wait: number;
  kind: NoticeKind;
  severity: string | null;
  createdAt: number;
  /** When the beginning ended; null while it is open, and for notices that begin nothing. */
  overAt: number | null;
  /** For an end: the result of the beginning on this channel. `none`: there is no beginning. */
  start: 'none' | 'pending' | 'unsent' | 'sent' | 'never';
  isMuted: boolean;
  /** A maintenance window covers it, or covered it from its beginning to its end. */
  isInMaintenance: boolean;
  /** Events arrive late, so silence cannot be detected. */
  isPlatformBehind: boolean;
  /** The channel reports an end without disturbing anyone: it edits its message or resolves an incident. */
  endsQuietly: boolean;
  /** Until when quiet hours, a digest, maintenance, the group's pause or the budget hold it; null if none does. */
  quietUntil: number | null;
  digestUntil: number | null;
  maintenanceUntil: number | null;
  groupUntil: number | null;
  budgetUntil: number | null;
};

export type Decision =
  | { send: 'now' | 'past' }
  | { wait: number }
  | { never: 'muted' | 'maintenance' | 'platform_behind' | 'over_within_wait' | 'start_not_sent' | 'merged' };

const neverOf = (facts: Facts): Decision | null => {
  const { kind, start, overAt, createdAt, wait } = facts;
  const part = partOf(kind);
  // A channel that received the beginning also receives the end, muted or not.
  if (facts.isMuted && !(part === 'end' && start === 'sent')) return { never: 'muted' };
  if (part === 'end') {
    if (start === 'never') return { never: 'start_not_sent' };
    if (start === 'pending') return { never: 'merged' };
    // A channel that received the beginning also receives the end, as with muted episodes.
    return facts.isInMaintenance && start === 'none' ? { never: 'maintenance' } : null;
  }
  // What is still open is sent after the maintenance.
  if (facts.isInMaintenance && (part === 'note' || overAt !== null)) return { never: 'maintenance' };
  if (kind === 'integration.silent' && facts.isPlatformBehind) return { never: 'platform_behind' };
  if (overAt !== null && overAt - createdAt < wait) return { never: 'over_within_wait' };
  return null;
};

/** Decides what happens to a notice for a channel now. A pure function of the facts. */
export function decide(facts: Facts): Decision {
  const never = neverOf(facts);
  if (never !== null) return never;
  const { now, kind, start } = facts;
  const isEnd = partOf(kind) === 'end';
  if (isEnd && start === 'unsent') return { wait: now + RECHECK };
  if (isEnd && start === 'sent' && facts.endsQuietly) return { send: 'now' };
  const holds = [
    isEnd ? null : facts.createdAt + facts.wait,
    isEnd ? null : facts.maintenanceUntil,
    facts.digestUntil,
    facts.severity === 'FATAL' ? null : facts.quietUntil,
    facts.groupUntil,
    facts.budgetUntil,
  ];
  const until = Math.max(...holds.map((hold) => hold ?? 0));
  if (until > now) return { wait: until };
  return { send: facts.overAt === null ? 'now' : 'past' };
}
