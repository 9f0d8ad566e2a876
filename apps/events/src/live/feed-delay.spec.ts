import { describe, expect, it } from '@jest/globals';
import { FeedDelay } from './feed-delay.ts';

describe('the feed delay', () => {
  it("is zero before the start, and while Kafka's responses are empty", () => {
    const feedDelay = new FeedDelay();
    expect(feedDelay.at(50_000)).toBe(0);
    feedDelay.heard(50_000);
    expect(feedDelay.at(51_000)).toBe(0);
  });

  it('is the age of the last rows until a response of Kafka is empty', () => {
    const feedDelay = new FeedDelay();
    feedDelay.received(10_000, 50_000);
    expect(feedDelay.at(50_500)).toBe(40_000);
    feedDelay.heard(52_000);
    expect(feedDelay.at(52_000)).toBe(0);
  });

  it('grows while Kafka is silent', () => {
    const feedDelay = new FeedDelay();
    feedDelay.received(49_990, 50_000);
    expect([52_000, 54_000, 60_000].map((now) => feedDelay.at(now))).toEqual([0, 4_000, 10_000]);
  });

  it("is zero if Kafka's clock is ahead", () => {
    const feedDelay = new FeedDelay();
    feedDelay.received(50_100, 50_000);
    expect(feedDelay.at(50_001)).toBe(0);
  });
});
