import type { NoticeKind } from '@portico/contracts/http/notices';
import { partOf } from './kinds.ts';

/** Milliseconds; moments are milliseconds since 1970. */
export const POLICY = {
  /** What is over by then is not sent. */
  wait: 30_000,
  /** Between two messages about one organization through one channel. */
  group: 5 * 60_000,
  /** Messages an hour through one channel. */
  budget: 20,
  budgetPeriod: 60 * 60_000,
  remindAfter: 24 * 60 * 60_000,
  /** Events of one integration that begin to fail within this are one outage, and one entry of an inbox. */
  outage: 30 * 60_000,
} as const;

/** How long to wait until what changes without notice is looked at again: a message that is being retried, or the end of a window. */
export const RECHECK = 5_000;

/** One notice for one channel, and all that decides what becomes of it. */
export type Facts = {
  now: number;
  wait: number;
  kind: NoticeKind;
  severity: string | null;
  createdAt: number;
  /** When what began was over; null while it is not, and of what begins nothing. */
  overAt: number | null;
  /** What became of the notice that it began, of what ends: on this channel. `none`: there is none. */
  start: 'none' | 'pending' | 'unsent' | 'sent' | 'never';
  isMuted: boolean;
  /** A maintenance window covers it, or did from when it began until it was over. */
  isInMaintenance: boolean;
  /** Events arrive late, so that nothing is known of silence. */
  isPlatformBehind: boolean;
  /** The channel says that something is over without disturbing anybody: it edits its message, or resolves an incident. */
  endsQuietly: boolean;
  /** Until when quiet hours, a digest, maintenance, the group's pause and the budget hold it; null when they do not. */
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
  // Who was told that it began shall learn that it is over, muted or not.
  if (facts.isMuted && !(part === 'end' && start === 'sent')) return { never: 'muted' };
  if (part === 'end') {
    if (start === 'never') return { never: 'start_not_sent' };
    if (start === 'pending') return { never: 'merged' };
    // As with what is muted: who was told that it began learns that it is over.
    return facts.isInMaintenance && start === 'none' ? { never: 'maintenance' } : null;
  }
  // What is still open is sent when the maintenance is over.
  if (facts.isInMaintenance && (part === 'note' || overAt !== null)) return { never: 'maintenance' };
  if (kind === 'integration.silent' && facts.isPlatformBehind) return { never: 'platform_behind' };
  if (overAt !== null && overAt - createdAt < wait) return { never: 'over_within_wait' };
  return null;
};

/** What becomes of a notice for a channel now. The same facts always have the same answer. */
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
