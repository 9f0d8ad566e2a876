import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes that are parsed in one turn of the event loop: a few milliseconds. */
const A_TURN = 256 * 1024;
/** Bytes that an item costs at least: a small event is mostly the judging of it. */
const AN_ITEM = 4 * 1024;

/** Gives the event loop a turn after so much work, counted in bytes: large items hold it up as briefly as small ones. */
export class ByteTurns {
  private spent = 0;

  /** To be awaited after an item. @param bytes - that were read for it, as often as they were. */
  async spend(bytes: number): Promise<void> {
    this.spent += Math.max(bytes, AN_ITEM);
    if (this.spent < A_TURN) return;
    this.spent = 0;
    await nextTurn();
  }
}
