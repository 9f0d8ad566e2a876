import { formatNumber } from '@portico/ui';
import type { LiveTally } from '@portico/contracts/live';
import type { LiveHealth } from '../../api/live-source.ts';
import { POLL_MS } from './use-polling.ts';
import type { PauseReason } from './use-pausing.ts';

/** What the pill says and how it looks. */
export type LiveWord = { look: 'waiting' | 'live' | 'paused' | 'late'; word: string };

/** Instead of how current the list is, where nothing new belongs into it. */
export const PAST: LiveWord = { look: 'waiting', word: 'Past range' };

/** Instead of how current the connection is, while the list is loaded again and again without one. */
export const POLLED: LiveWord = { look: 'late', word: `Not live, refreshing every ${formatNumber(POLL_MS / 1_000)} s` };

/** @param word a number of seconds in it is left out, because it changes all the time */
export const stateText = (word: string): string =>
  word === PAST.word ? 'The list shows a past range' : `The list is ${word.replace(/ by .*/, '').toLowerCase()}`;

/** One word for where the viewer is; what is worse comes first. */
export const wordOf = ({ state, behind }: LiveHealth, isPaused: boolean): LiveWord => {
  if (state === 'connecting') return { look: 'waiting', word: 'Connecting' };
  if (state === 'reconnecting') return { look: 'late', word: 'Reconnecting' };
  if (behind > 0) return { look: 'late', word: `Behind by ${formatNumber(behind)} s` };
  if (isPaused) return { look: 'paused', word: 'Paused' };
  return state === 'catching-up' ? { look: 'late', word: 'Catching up' } : { look: 'live', word: 'Live' };
};

export const newsText = ({ arrived, failed }: LiveTally): string =>
  `${formatNumber(arrived)} new${failed > 0 ? `, ${formatNumber(failed)} failed` : ''}`;

/** How a pause that nobody asked for ends by itself. */
export const HINTS: Readonly<Record<PauseReason, string | null>> = {
  viewer: null,
  scrolled: 'Resumes at the top',
  reading: 'Resumes when you close the event',
  focused: 'Resumes when you leave the row',
};
