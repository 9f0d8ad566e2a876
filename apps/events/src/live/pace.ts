/** Frames a second up to which each row is sent at once. */
const CALM = 500;
/** Milliseconds between two frames above it: what a frame costs for each viewer, several times over, within bounds. */
const INTERVAL_A_VIEWER = 0.04;
const SHORTEST_INTERVAL = 8;
const LONGEST_INTERVAL = 33;
/** Milliseconds over which the rate is taken. */
const WINDOW = 500;

/**
 * When to send what has arrived: at once while little arrives, so that a viewer waits for nothing; many times a second
 * while much does or many are watching, so that a frame is not the price of every row. Times in milliseconds of one clock.
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

  /** Milliseconds to wait from `now` until the next frame to so many viewers. */
  delay(now: number, viewers = 1): number {
    if (this.isCalm(now, viewers)) return 0;
    const interval = Math.min(Math.max(viewers * INTERVAL_A_VIEWER, SHORTEST_INTERVAL), LONGEST_INTERVAL);
    return Math.max(0, this.lastSent + interval - now);
  }

  /** Whether every row is a frame of its own. */
  isCalm(now: number, viewers: number): boolean {
    this.turn(now);
    return Math.max(this.count, this.previousCount) * (1_000 / WINDOW) * viewers <= CALM;
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
