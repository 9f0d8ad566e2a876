import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes parsed per turn of the event loop, which takes a few milliseconds. */
const A_TURN = 256 * 1024;
/** Minimum cost of an item in bytes, because validating takes longer than parsing a small event. */
const AN_ITEM = 4 * 1024;

/**
 * Yields to the event loop after an amount of work counted in bytes, so that large items block the event loop no longer than small items.
 */
export class ByteTurns {
  private spent = 0;

  /**
   * Counts one item, and yields if the turn is used up. Callers await it after each item.
   * @param bytes - bytes read. Bytes that were read twice count twice.
   */
  async spend(bytes: number): Promise<void> {
    this.spent += Math.max(bytes, AN_ITEM);
    if (this.spent < A_TURN) return;
    this.spent = 0;
    await nextTurn();
  }
}
