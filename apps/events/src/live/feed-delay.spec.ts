import { describe, expect, it } from '@jest/globals';
import { Lateness } from './feed-delay.ts';

describe('Lateness', () => {
  it('is nothing before the beginning, and while answers come', () => {
    const lateness = new Lateness();
    expect(lateness.at(50_000)).toBe(0);
    lateness.heard(50_000);
    expect(lateness.at(51_000)).toBe(0);
  });

  it('is the age of what was read last, until nothing more comes', () => {
    const lateness = new Lateness();
    lateness.received(10_000, 50_000);
    expect(lateness.at(50_500)).toBe(40_000);
    lateness.heard(52_000);
    expect(lateness.at(52_000)).toBe(0);
  });

  it('grows while Kafka is silent', () => {
    const lateness = new Lateness();
    lateness.received(49_990, 50_000);
    expect([52_000, 54_000, 60_000].map((now) => lateness.at(now))).toEqual([0, 4_000, 10_000]);
  });

  it('does not believe a clock that is ahead', () => {
    const lateness = new Lateness();
    lateness.received(50_100, 50_000);
    expect(lateness.at(50_001)).toBe(0);
  });
});
