/** Milliseconds without a response after which Kafka counts as silent. Kafka normally responds at least every two seconds. */
const SILENCE = 3_000;
/** Milliseconds without new rows after which all rows count as read. */
const LULL = 1_000;

/** Measures by how many milliseconds reading is behind. Times are milliseconds since 1970, by the clocks of Kafka and this machine. */
export class FeedDelay {
  private delay = 0;
  private receivedAt = 0;
  private heardAt = Number.POSITIVE_INFINITY;

  /** Records a response from Kafka, with or without rows. */
  heard(now: number): void {
    this.heardAt = now;
  }

  /** Records that rows were read; the last one arrived at `publishedAt`. */
  received(publishedAt: number, now: number): void {
    this.delay = Math.max(0, now - publishedAt);
    this.receivedAt = now;
    this.heard(now);
  }

  at(now: number): number {
    const silence = now - this.heardAt;
    const delay = now - this.receivedAt <= LULL ? this.delay : 0;
    return silence > SILENCE ? silence : delay;
  }
}
