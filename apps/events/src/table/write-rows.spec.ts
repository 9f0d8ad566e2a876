import { describe, expect, it } from '@jest/globals';
import { integrationEvent } from '@portico/testkit/integration-event';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { storedAtOf, toBlocks } from './write-rows.ts';

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

describe('the blocks of an insert', () => {
  const sizesOf = async (count: number, length: number): Promise<number[]> => {
    const event = integrationEvent({ details: { message: 'm', text: 'x'.repeat(length) } });
    const details = JSON.stringify(event.details);
    const accepted = new AcceptedEvent(event, { partition: 0, offset: 1 }, 1, details.length, details);
    const after = { number: 1, storedAt: 1 };
    const sizes: number[] = [];
    const events = Array.from({ length: count }, () => accepted);
    for await (const block of toBlocks(events, { after })) sizes.push(block.length);
    return sizes;
  };

  it('are bounded in rows', async () => {
    expect(await sizesOf(2_500, 10)).toHaveLength(3);
    expect(await sizesOf(0, 10)).toEqual([]);
  });

  it('are bounded in bytes', async () => {
    const sizes = await sizesOf(200, 60_000);
    expect(sizes.length).toBeGreaterThan(4);
    expect(Math.max(...sizes)).toBeLessThan(6_000_000);
  });
});
