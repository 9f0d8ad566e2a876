import { describe, expect, it } from '@jest/globals';
import { Pace } from './pace.ts';

/** Simulates evenly arriving rows for `seconds`, and sends every frame as soon as possible. Returns the frames per second. */
const framesASecond = (rowsASecond: number, viewers = 1, seconds = 4): number => {
  const pace = new Pace();
  let frames = 0;
  for (let row = 0; row < rowsASecond * seconds; row += 1) {
    const now = 1_000 + (row * 1_000) / rowsASecond;
    pace.arrived(1, now);
    if (pace.delay(now, viewers) > 0) continue;
    pace.sent(now);
    frames += 1;
  }
  return frames / seconds;
};

describe('the pace of frames', () => {
  it('sends every row immediately while few rows arrive', () => {
    expect(framesASecond(100)).toBe(100);
    expect(framesASecond(490)).toBe(490);
  });

  it('batches rows while many rows arrive', () => {
    expect(framesASecond(5_000)).toBeLessThan(200);
    expect(framesASecond(5_000)).toBeGreaterThan(90);
  });

  it('sends fewer frames per second to more viewers', () => {
    expect(framesASecond(200, 1_000)).toBeLessThan(18);
    expect(framesASecond(200, 1_000)).toBeGreaterThan(12);
  });

  it('returns the time until the next frame', () => {
    const pace = new Pace();
    pace.arrived(10_000, 1_000);
    pace.sent(1_000);
    expect(pace.delay(1_006)).toBe(2);
    expect(pace.delay(1_030)).toBe(0);
    expect(pace.delay(1_030, 1_000)).toBe(30);
  });

  it('waits longer if sending is slow, at most 250 milliseconds', () => {
    const pace = new Pace();
    pace.arrived(10_000, 1_000);
    pace.sent(1_000, 40);
    expect(pace.delay(1_000)).toBe(80);
    pace.sent(1_000, 3_000);
    expect(pace.delay(1_000)).toBe(250);
    pace.sent(1_000, 1);
    expect(pace.delay(1_000)).toBe(8);
  });

  it('waits up to 250 milliseconds if most sockets are busy with the previous frame', () => {
    const pace = new Pace();
    pace.sent(1_000);
    expect(pace.waitsFor(0.6, 1_100)).toBe(true);
    expect(pace.waitsFor(0.5, 1_100)).toBe(false);
    expect(pace.waitsFor(1, 1_250)).toBe(false);
  });

  it('returns to immediate sending after a burst', () => {
    const pace = new Pace();
    pace.arrived(10_000, 1_000);
    pace.sent(3_000);
    expect(pace.delay(3_001)).toBe(0);
  });
});
