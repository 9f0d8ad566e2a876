/** Frames a second up to which each row is sent at once. */
const CALM = 500;
/** Milliseconds between two frames above it: what a frame costs for each viewer, several times over, within bounds. */
const INTERVAL_A_VIEWER = 0.06;
const SHORTEST_INTERVAL = 8;
const LONGEST_INTERVAL = 60;
/**
 * A machine that is too busy for that gets longer intervals: a frame takes at most this share of the time, up to a limit, and
 * the next one waits for as long until most of the sockets have taken the one before.
 */
const MOST_SENDING = 0.5;
const LONGEST_WHEN_BUSY = 250;
/** The share of sockets that may be busy with the last frame when the next one goes: some viewers are always slow. */
const MOST_BUSY = 0.5;
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
  private lastTook = 0;

  arrived(rows: number, now: number): void {
    this.turn(now);
    this.count += rows;
  }

  /** Milliseconds to wait from `now` until the next frame to so many viewers. */
  delay(now: number, viewers = 1): number {
    if (this.isCalm(now, viewers)) return 0;
    const wanted = Math.min(Math.max(viewers * INTERVAL_A_VIEWER, SHORTEST_INTERVAL), LONGEST_INTERVAL);
    const bearable = Math.min(this.lastTook / MOST_SENDING, LONGEST_WHEN_BUSY);
    return Math.max(0, this.lastSent + Math.max(wanted, bearable) - now);
  }

  /** Whether every row is a frame of its own. */
  isCalm(now: number, viewers: number): boolean {
    this.turn(now);
    return Math.max(this.count, this.previousCount) * (1_000 / WINDOW) * viewers <= CALM;
  }

  /** Whether the next frame waits although its time has come: most sockets are not done with the one before. */
  waitsFor(share: number, now: number): boolean {
    return share > MOST_BUSY && now - this.lastSent < LONGEST_WHEN_BUSY;
  }

  /** A frame went out at `now`, which took so many milliseconds, until what the sockets took at once was on its way. */
  sent(now: number, took = 0): void {
    this.lastSent = now;
    this.lastTook = took;
  }

  private turn(now: number): void {
    const windows = Math.floor((now - this.windowStart) / WINDOW);
    if (windows < 1) return;
    this.previousCount = windows === 1 ? this.count : 0;
    this.count = 0;
    this.windowStart += windows * WINDOW;
  }
}
