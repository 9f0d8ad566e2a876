/** Milliseconds without a response after which Kafka counts as silent. Kafka normally responds at least every two seconds. */
const SILENCE_MS = 3_000;
/** Milliseconds without new rows after which all rows count as read. */
const IDLE_MS = 1_000;

/** Measures by how many milliseconds reading from Kafka is behind. Times are milliseconds since 1970. */
export class FeedDelay {
  private delay = 0;
  private receivedAt = 0;
  private heardAt = Number.POSITIVE_INFINITY;

  /** Records a response from Kafka, with or without rows. */
  heard(now: number): void {
    this.heardAt = now;
  }

  /** Records a response with rows. The last row arrived in Kafka at `publishedAt`, by Kafka's clock. */
  received(publishedAt: number, now: number): void {
    this.delay = Math.max(0, now - publishedAt);
    this.receivedAt = now;
    this.heard(now);
  }

  at(now: number): number {
    const silence = now - this.heardAt;
    const delay = now - this.receivedAt <= IDLE_MS ? this.delay : 0;
    return silence > SILENCE_MS ? silence : delay;
  }
}
