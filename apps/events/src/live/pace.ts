/** Rows a second up to which each is sent at once. */
const CALM = 200;
/** Milliseconds between two frames above it. */
const BUSY_INTERVAL = 25;
/** Milliseconds over which the rate is taken. */
const WINDOW = 500;

/**
 * When to send what has arrived: at once while little arrives, so that a viewer waits for nothing; a few times a second
 * while much does, so that a frame is not the price of every row. Times in milliseconds of one clock.
 */
export class Pace {
  private windowStart = 0;
  private count = 0;
  private previousCount = 0;
  private lastSent = 0;

  arrived(rows: number, now: number): void {
    this.turn(now);
    this.count += rows;
  }

  /** Milliseconds to wait from `now` until the next frame. */
  delay(now: number): number {
    this.turn(now);
    const rate = Math.max(this.count, this.previousCount) * (1_000 / WINDOW);
    return rate <= CALM ? 0 : Math.max(0, this.lastSent + BUSY_INTERVAL - now);
  }

  sent(now: number): void {
    this.lastSent = now;
  }

  private turn(now: number): void {
    const windows = Math.floor((now - this.windowStart) / WINDOW);
    if (windows < 1) return;
    this.previousCount = windows === 1 ? this.count : 0;
    this.count = 0;
    this.windowStart += windows * WINDOW;
  }
}
