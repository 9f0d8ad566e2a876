import { describe, expect, it } from '@jest/globals';
import { integrationEvent } from '@portico/testkit/integration-event';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { storedAtOf, toBlock } from './write-rows.ts';

const at = (date: string): number => Date.parse(date);

describe('the moment of storing', () => {
  const now = at('2026-11-22T10:00:02Z');
  const arrived = at('2026-11-22T10:00:01Z');
  const before = at('2026-11-22T10:00:00Z');

  it("is the time of this machine's clock, even for delayed events and for the first insert", () => {
    expect(storedAtOf(now, arrived, before)).toBe(now);
    expect(storedAtOf(now, at('2026-11-17T10:00:00Z'), at('2026-11-16T10:00:00Z'))).toBe(now);
    expect(storedAtOf(now, arrived, 0)).toBe(now);
  });

  it('is the median of clock, arrival and previous insert if the clock is far from the two other times', () => {
    expect(storedAtOf(0, arrived, before)).toBe(before);
    expect(storedAtOf(at('2150-01-01'), arrived, before)).toBe(arrived);
    expect(storedAtOf(now, at('2086-11-22'), at('2025-01-01'))).toBe(now);
  });
});

describe('the pieces of an insert', () => {
  const piecesOf = async (count: number, length: number): Promise<Buffer[]> => {
    const event = integrationEvent({ details: { message: 'm', text: 'x'.repeat(length) } });
    const details = JSON.stringify(event.details);
    const accepted = new AcceptedEvent(event, { partition: 0, offset: 1 }, 1, details.length, details);
    const events = Array.from({ length: count }, () => accepted);
    const pieces: Buffer[] = [];
    for await (const piece of toBlock(events, { after: { number: 1, storedAt: 1 } })) pieces.push(piece);
    return pieces;
  };

  it('form one block', async () => {
    const [first] = await piecesOf(50_000, 10);
    expect([...(first?.subarray(1, 4) ?? [])]).toEqual([0xd0, 0x86, 0x03]); // 50,000 rows, seven bits a byte
  });

  it('have a limited number of bytes', async () => {
    const sizes = (await piecesOf(200, 60_000)).map(({ length }) => length);
    expect(sizes.length).toBeGreaterThan(8);
    expect(Math.max(...sizes)).toBeLessThan(6_000_000);
  });
});
