import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of two who read at the same time neither takes more than its turn, and what was read is sent between the turns. */
const A_TURN = 250;

/** Hands `items` to `work` some at a time, each lot in a turn of the event loop of its own: about two milliseconds of events. */
export async function inTurns<Item>(items: readonly Item[], work: (some: readonly Item[]) => void): Promise<void> {
  for (let from = 0; from < items.length; from += A_TURN) {
    if (from > 0) await nextTurn();
    work(items.slice(from, from + A_TURN));
  }
}
