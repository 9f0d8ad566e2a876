import { describe, expect, it } from '@jest/globals';
import { storedAtOf } from './write-rows.ts';

const at = (date: string): number => Date.parse(date);

describe('the moment of storing', () => {
  const now = at('2026-11-22T10:00:02Z');
  const arrived = at('2026-11-22T10:00:01Z');
  const before = at('2026-11-22T10:00:00Z');

  it("is this machine's clock, also for delayed events, and for the first insert", () => {
    expect(storedAtOf(now, arrived, before)).toBe(now);
    expect(storedAtOf(now, at('2026-11-17T10:00:00Z'), at('2026-11-16T10:00:00Z'))).toBe(now);
    expect(storedAtOf(now, arrived, 0)).toBe(now);
  });

  it("is the others' time if the clock is far ahead or behind", () => {
    expect(storedAtOf(0, arrived, before)).toBe(before);
    expect(storedAtOf(at('2150-01-01'), arrived, before)).toBe(arrived);
    expect(storedAtOf(now, at('2086-11-22'), at('2025-01-01'))).toBe(now);
  });
});
