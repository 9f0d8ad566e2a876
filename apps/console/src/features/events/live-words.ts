import { formatNumber } from '@portico/ui';
import type { LiveTally } from '@portico/contracts/live';
import type { LiveHealth } from './live-feed.ts';
import type { PauseReason } from './use-pausing.ts';

/** What the pill says and how it looks. */
export type LiveWord = { look: 'waiting' | 'live' | 'paused' | 'late'; word: string };

/** One word for where the viewer is; what is worse comes first. */
export const wordOf = ({ state, behind }: LiveHealth, isPaused: boolean): LiveWord => {
  if (state === 'connecting') return { look: 'waiting', word: 'Connecting' };
  if (state === 'reconnecting') return { look: 'late', word: 'Reconnecting' };
  if (behind > 0) return { look: 'late', word: `Behind by ${formatNumber(behind)} s` };
  if (isPaused) return { look: 'paused', word: 'Paused' };
  return state === 'catching-up' ? { look: 'late', word: 'Catching up' } : { look: 'live', word: 'Live' };
};

export const newsText = ({ arrived, failed }: LiveTally): string =>
  `${formatNumber(arrived)} new, ${formatNumber(failed)} failed`;

/** How a pause that nobody asked for ends by itself. */
export const HINTS: Readonly<Record<PauseReason, string | null>> = {
  viewer: null,
  scrolled: 'Goes on at the top',
  reading: 'Goes on when the event is closed',
};
