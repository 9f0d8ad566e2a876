import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Passes `items` to `work` in chunks of `size`. Each chunk has a separate turn of the event loop, so that other work continues under
 * load.
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
