/** Milliseconds without an answer of Kafka, which answers every other second at least, after which it counts as silent. */
const SILENCE = 3_000;
/** Milliseconds after the last rows, from which on answers without rows say that there are no more. */
const LULL = 1_000;

/** By how much the reading of Kafka is behind. Times in milliseconds since 1970, by the clocks of Kafka and this machine. */
export class FeedDelay {
  private delay = 0;
  private receivedAt = 0;
  private heardAt = Number.POSITIVE_INFINITY;

  /** Kafka has answered, with rows or without. */
  heard(now: number): void {
    this.heardAt = now;
  }

  /** Rows were read, the last of which arrived at `publishedAt`. */
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
