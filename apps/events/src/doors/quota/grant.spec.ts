import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { takeAt } from './grant.ts';
import { DAY, MINUTE, Usage } from './usage.ts';

const QUOTA = { eventsPerMinute: 10, bytesPerDay: 100 };
const NOON = Date.UTC(2026, 10, 23, 12);
const take = (usage: Usage, events: number, bytes: number, now = NOON, quota = QUOTA) =>
  takeAt(usage, { integration: 1, amount: { events, bytes }, quota }, now);

describe('takeAt', () => {
  it('accepts events until the limit of the minute is reached, and again in the next minute', () => {
    const usage = new Usage();
    const first = take(usage, 6, 1, NOON + 1);
    expect(first).toMatchObject({ isOver: false, limit: { of: 'events', limit: 10, remaining: 4, reset: 60 } });
    const over = take(usage, 5, 1, NOON + 59_001);
    expect(over).toEqual({ isOver: true, limit: { of: 'events', limit: 10, remaining: 4, reset: 1 } });
    expect(take(usage, 4, 1, NOON + 59_999)).toMatchObject({ isOver: false, limit: { remaining: 0 } });
    expect(take(usage, 10, 1, NOON + MINUTE)).toMatchObject({ isOver: false, limit: { remaining: 0, reset: 60 } });
  });

  it('accepts bytes until the limit of the day is reached, and again on the next day', () => {
    const usage = new Usage();
    take(usage, 1, 60);
    expect(take(usage, 1, 41)).toEqual({
      isOver: true,
      limit: { of: 'bytes', limit: 100, remaining: 40, reset: 43_200 },
    });
    expect(take(usage, 1, 40).isOver).toBe(false);
    expect(take(usage, 1, 100, NOON + DAY / 2).isOver).toBe(false);
  });

  it('returns the longer wait if both limits are reached, and always accepts an empty request', () => {
    const usage = new Usage();
    take(usage, 10, 100);
    expect(take(usage, 1, 1)).toMatchObject({ isOver: true, limit: { of: 'bytes' } });
    expect(take(usage, 0, 0, NOON, { eventsPerMinute: 1, bytesPerDay: 1 })).toMatchObject({ isOver: false });
  });

  it('never exceeds the limits, even if callers give back what they took', () => {
    const step = fc.record({ events: fc.nat(6), bytes: fc.nat(50), wait: fc.nat(40_000), isKept: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const usage = new Usage();
        const perMinute = new Map<number, number>();
        let [now, bytes] = [NOON, 0];
        for (const one of steps) {
          now += one.wait;
          const grant = take(usage, one.events, one.bytes, now);
          if (grant.isOver) continue;
          if (!one.isKept) {
            grant.giveBack();
            continue;
          }
          const minute = Math.floor(now / MINUTE);
          perMinute.set(minute, (perMinute.get(minute) ?? 0) + one.events);
          bytes += one.bytes;
        }
        expect(Math.max(0, ...perMinute.values())).toBeLessThanOrEqual(10);
        expect(bytes).toBeLessThanOrEqual(100);
        expect(usage.used(1, now).bytes).toBe(bytes);
      }),
    );
  });
});
