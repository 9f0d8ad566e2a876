/** Maximum product of rows per second and viewers at which each row is sent immediately. */
const MAX_CALM_RATE = 500;
/** Milliseconds per viewer between two frames above {@link MAX_CALM_RATE}: several times the duration of sending to one viewer. */
const INTERVAL_PER_VIEWER = 0.06;
const MIN_INTERVAL = 8;
const MAX_INTERVAL = 60;
/** Maximum share of time spent on sending. On a busy machine, intervals may therefore exceed {@link MAX_INTERVAL}. */
const MAX_SENDING = 0.5;
/** Maximum milliseconds that a frame waits because sending is slow, or because most sockets are busy with the previous frame. */
const MAX_BUSY_WAIT = 250;
/** Maximum share of sockets that are busy with the previous frame when the next frame is sent. Some viewers are always slow. */
const MAX_BUSY = 0.5;
/** Milliseconds over which the rate of arriving rows is measured. */
const WINDOW = 500;

/**
 * Determines when to send the next frame. While few rows arrive, viewers get each row immediately. Otherwise, a frame contains several
 * rows, because a frame for each row would cost too much. All times are milliseconds of one clock.
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

  /** Milliseconds from `now` until the next frame to `viewers` viewers. */
  delay(now: number, viewers = 1): number {
    if (this.isCalm(now, viewers)) return 0;
    const interval = Math.min(Math.max(viewers * INTERVAL_PER_VIEWER, MIN_INTERVAL), MAX_INTERVAL);
    const busyInterval = Math.min(this.lastTook / MAX_SENDING, MAX_BUSY_WAIT);
    return Math.max(0, this.lastSent + Math.max(interval, busyInterval) - now);
  }

  /** Whether so few rows arrive that viewers get each row immediately, in its own frame. */
  isCalm(now: number, viewers: number): boolean {
    this.turn(now);
    return Math.max(this.count, this.previousCount) * (1_000 / WINDOW) * viewers <= MAX_CALM_RATE;
  }

  /** Whether the next frame must wait longer. `share`: the share of the previous frame's sockets that are still busy. */
  waitsFor(share: number, now: number): boolean {
    return share > MAX_BUSY && now - this.lastSent < MAX_BUSY_WAIT;
  }

  /** Records a frame sent at `now`. `took`: milliseconds until the sockets had written the frame. */
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
