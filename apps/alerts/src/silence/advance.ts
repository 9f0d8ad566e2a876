import type { SilenceState } from '@portico/contracts/http/silence';
import { watch, type Watch } from './model/watch.ts';
import type { Silence } from './silence.entity.ts';
import { type Circumstances, toStoredSpan, toWatched } from './watched.ts';

/** States in which Portico expects events, so that an integration without events becomes silent. */
const MISSED: readonly SilenceState[] = ['regular', 'quiet', 'silent'];
/** Maximum silences and pauses stored per integration; the oldest are removed. */
const MAX_UNUSUAL = 100;

/** The change of an integration's state. People receive notices of `silent` and `back`. */
export type Step = 'silent' | 'back' | 'changed' | null;

const dateOf = (moment: number | null): Date | null => (moment === null ? null : new Date(moment));

export const addUnusual = (row: Silence, from: number, to: number): void => {
  if (to > from) row.unusual = [...row.unusual, toStoredSpan({ from, to })].slice(-MAX_UNUSUAL);
};

/** Returns the state at `now`. If Portico starts to expect events, such as after a pause, the current gap does not start before `now`. */
function nextOf(row: Silence, circumstances: Circumstances, now: number): Watch {
  const next = watch(toWatched(row, circumstances), now);
  const isNew = MISSED.includes(next.state) && !MISSED.includes(row.state);
  if (!isNew || row.countedFrom === null || row.countedFrom === undefined) return next;
  row.countedFrom = new Date(Math.max(row.countedFrom.getTime(), now));
  return watch(toWatched(row, circumstances), now);
}

/**
 * Updates a locked row to its state at `now`.
 * @param canBeMissed - false while Portico processes events late: an overdue integration then stays quiet until the next check.
 */
export function advance(
  row: Silence,
  { canBeMissed, now, ...circumstances }: Circumstances & { canBeMissed: boolean; now: number },
): Step {
  const before = row.state;
  const next = nextOf(row, circumstances, now);
  const isHeld = next.state === 'silent' && before !== 'silent' && !canBeMissed;
  const state = isHeld ? 'quiet' : next.state;
  if ((before === 'paused' || before === 'off') && state !== before) addUnusual(row, row.since.getTime(), now);
  row.quietAt = dateOf(next.quietAt);
  row.dueAt = dateOf(next.dueAt);
  row.nextAt = dateOf(isHeld ? now : next.nextAt);
  row.version += 1;
  if (state === before) return null;
  row.state = state;
  row.since = new Date(now);
  if (state === 'silent') return 'silent';
  return before === 'silent' ? 'back' : 'changed';
}
