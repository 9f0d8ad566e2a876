import type { Expectation, SilenceState } from '@portico/contracts/http/silence';
import { nextCron } from '../../policy/cron.ts';
import type { Learned } from './learn.ts';
import { reaches } from './mass.ts';
import { weekIn } from './week.ts';

const MINUTE = 60_000;

/**
 * A watched integration. Times are milliseconds since 1970. `countedFrom`: start of the current gap, which is the last arrival or a
 * later time from which events were expected; null before the first arrival.
 */
export type Watched = {
  isActive: boolean;
  expectation: Expectation;
  pausedUntil: number | null;
  learned: Learned | null;
  zone: string;
  countedFrom: number | null;
};

/** The state of a watched integration. `nextAt`: time of the next check if no event arrives. */
export type Watch = { state: SilenceState; quietAt: number | null; dueAt: number | null; nextAt: number | null };

type Deadlines = { quietAt: number | null; dueAt: number | null };

const without = (state: SilenceState, nextAt: number | null = null): Watch => ({
  state,
  quietAt: null,
  dueAt: null,
  nextAt,
});

function learnedMoments({ learned, zone }: Watched, from: number): Deadlines | 'learning' | 'irregular' {
  if (learned === null || learned.kind === 'learning') return 'learning';
  if (learned.kind === 'irregular') return 'irregular';
  const rhythm = { profile: learned.profile, slotOf: weekIn(zone) };
  return { quietAt: reaches(rhythm, from, learned.threshold / 2), dueAt: reaches(rhythm, from, learned.threshold) };
}

function momentsOf(watched: Watched, from: number): Deadlines | 'learning' | 'irregular' {
  const { expectation } = watched;
  if (expectation.kind === 'every') {
    const dueAt = from + expectation.minutes * MINUTE;
    return { quietAt: dueAt, dueAt };
  }
  if (expectation.kind === 'cron') {
    const at = nextCron(expectation.cron, expectation.zone, from);
    return { quietAt: at, dueAt: at === null ? null : at + expectation.graceMinutes * MINUTE };
  }
  return learnedMoments(watched, from);
}

/** Returns the integration's state at `now`, and when the state changes if no event arrives. */
export function watch(watched: Watched, now: number): Watch {
  const { isActive, expectation, pausedUntil, countedFrom } = watched;
  if (!isActive || expectation.kind === 'off') return without('off');
  if (pausedUntil !== null && pausedUntil > now) return without('paused', pausedUntil);
  if (countedFrom === null) return without('learning');
  const moments = momentsOf(watched, Math.max(countedFrom, pausedUntil ?? countedFrom));
  if (typeof moments === 'string') return without(moments);
  const { quietAt, dueAt } = moments;
  if (dueAt !== null && dueAt <= now) return { state: 'silent', quietAt, dueAt, nextAt: null };
  if (quietAt !== null && quietAt <= now) return { state: 'quiet', quietAt, dueAt, nextAt: dueAt };
  return { state: 'regular', quietAt, dueAt, nextAt: quietAt };
}
