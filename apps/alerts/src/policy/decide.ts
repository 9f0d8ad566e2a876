import type { NoticeKind } from '@portico/contracts/http/notices';
import { partOf } from './kinds.ts';

/** The limits of the policy. Durations are milliseconds. */
export const POLICY = {
  /** Time from the creation of a notice until it is sent. If the problem ends earlier, the notice is not sent. */
  wait: 30_000,
  /** Minimum time between two messages about one organization through one channel. */
  group: 5 * 60_000,
  budget: 20,
  budgetPeriod: 60 * 60_000,
  remindAfter: 24 * 60 * 60_000,
  /** Episodes of one integration that begin within this time form one outage with one inbox entry. */
  outage: 30 * 60_000,
} as const;

/** Milliseconds between checks for changes that cause no notification: a retried message, or the end of a maintenance window. */
export const RECHECK = 5_000;

/** The facts that decide about one notice for one channel. Times are milliseconds since 1970. */
export type Facts = {
  now: number;
  wait: number;
  kind: NoticeKind;
  severity: string | null;
  createdAt: number;
  /** For a beginning notice: when the problem ended, or null while the problem is open. Null for other notices. */
  overAt: number | null;
  /** For an end notice: the state of its beginning notice on this channel. `none`: no beginning notice exists. */
  start: 'none' | 'pending' | 'unsent' | 'sent' | 'never';
  isMuted: boolean;
  /** Whether a maintenance window covers the notice now, or has held the notice. */
  isInMaintenance: boolean;
  /** Whether Portico processes events late and therefore cannot detect silence. */
  isPlatformBehind: boolean;
  /** Whether the channel reports an end without a new message: by editing the sent message or by resolving an incident. */
  endsQuietly: boolean;
  /** Until when quiet hours hold the notice; null outside quiet hours. The next four fields: other reasons to wait. */
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
  // A channel that received the beginning notice also receives the end notice, even of a muted episode.
  if (facts.isMuted && !(part === 'end' && start === 'sent')) return { never: 'muted' };
  if (part === 'end') {
    if (start === 'never') return { never: 'start_not_sent' };
    if (start === 'pending') return { never: 'merged' };
    // A channel that received the beginning notice also receives the end notice, even during maintenance.
    return facts.isInMaintenance && start === 'none' ? { never: 'maintenance' } : null;
  }
  // Notices of problems that are still open wait for the end of the maintenance; all other notices are dropped.
  if (facts.isInMaintenance && (part === 'note' || overAt !== null)) return { never: 'maintenance' };
  if (kind === 'integration.silent' && facts.isPlatformBehind) return { never: 'platform_behind' };
  if (overAt !== null && overAt - createdAt < wait) return { never: 'over_within_wait' };
  return null;
};

/** Decides whether a notice for a channel is sent, waits or is dropped. A pure function of the facts. */
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
