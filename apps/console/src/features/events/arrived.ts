import type { EventRow } from '@portico/contracts/http/events';
import type { Arrived } from './live-list.ts';

export type { Arrived };

/**
 * The rows that came since something was counted. One that came while it was being counted may be counted twice, until it
 * is counted again half a minute later.
 */
export const since = (arrived: readonly Arrived[], countedAt: number): EventRow[] =>
  arrived.filter(({ at }) => at >= countedAt).map(({ row }) => row);
