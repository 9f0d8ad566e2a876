import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Hands `items` to `work`, at most `size` at a time, each lot in a turn of the event loop of its own: what comes with large
 * turns goes before what comes with small ones when there is more to do than time for it.
 */
export async function inTurns<Item>(
  items: readonly Item[],
  size: number,
  work: (some: readonly Item[]) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await nextTurn();
    work(items.slice(from, from + size));
  }
}
