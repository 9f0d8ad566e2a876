import { formatCursor, furthest, parseCursor } from '@portico/contracts/events/position';
import type { LiveList } from './live-list.ts';

/** Milliseconds for which a row is lit up when it comes. */
const LIT_MS = 1_800;
/** So many are lit up at once; where more come, the whole list would flash for as long as they do. */
const MOST_LIT = 12;

/** Rows after the cursor `after` light up. `came`: how many came lately, and when (milliseconds). `isRapid`: too many to be lit up. */
export type LitRows = { after: string; came: readonly { at: number; count: number }[]; isRapid: boolean };

export const litAfter = (cursor: string): LitRows => ({ after: cursor, came: [], isRapid: false });

/** The end of what has come, rows that the cursor does not cover yet among it. */
const endOf = ({ list, ahead }: Pick<LiveList, 'list' | 'ahead'>): string =>
  formatCursor(
    ahead.reduce(
      (known, { position }) => furthest(known, new Map([[position.partition, position.offset]])),
      parseCursor(list.cursor),
    ),
  );

/**
 * What lights up once so many rows have come: none of them when they come too quickly, until they come at half of that.
 * @param live with these rows
 */
export const litWith = (
  lit: LitRows,
  count: number,
  live: Pick<LiveList, 'list' | 'ahead'>,
  now = performance.now(),
): LitRows => {
  const came = [...lit.came.filter(({ at }) => now - at < LIT_MS), { at: now, count }];
  const all = came.reduce((sum, one) => sum + one.count, 0);
  const isRapid = all > (lit.isRapid ? MOST_LIT / 2 : MOST_LIT);
  return { after: isRapid ? endOf(live) : lit.after, came, isRapid };
};
