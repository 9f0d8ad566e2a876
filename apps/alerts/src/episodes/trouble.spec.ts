import { describe, expect, it } from '@jest/globals';
import type { MinuteCount } from '@portico/contracts/events/activity';
import fc from 'fast-check';
import { DEFAULT_TROUBLE, isTrouble } from './trouble.ts';

const NOON = Date.UTC(2026, 10, 1, 12);
const at = (minute: number, failures: number, total: number, partition = 0): MinuteCount => ({
  partition,
  minute: new Date(NOON + minute * 60_000).toISOString(),
  total,
  failures,
});
const RELENTLESS = { failures: 1, share: 0, minutes: 10 };

describe('trouble detection', () => {
  it.each([
    ['finds no trouble without events', [], DEFAULT_TROUBLE, false],
    ['finds no trouble after one failure', [at(0, 1, 1)], DEFAULT_TROUBLE, false],
    ['finds no trouble after two failures', [at(0, 2, 2)], DEFAULT_TROUBLE, false],
    ['finds trouble after three failures of 15 events', [at(0, 3, 15)], DEFAULT_TROUBLE, true],
    ['finds no trouble after three failures of 16 events', [at(0, 3, 16)], DEFAULT_TROUBLE, false],
    [
      'finds trouble after three failures within ten minutes',
      [at(0, 1, 1), at(4, 1, 1), at(9, 1, 1)],
      DEFAULT_TROUBLE,
      true,
    ],
    [
      'finds no trouble after three failures within eleven minutes',
      [at(0, 1, 1), at(4, 1, 1), at(10, 1, 1)],
      DEFAULT_TROUBLE,
      false,
    ],
    [
      'finds trouble after three failures in three partitions',
      [at(0, 1, 2), at(0, 1, 2, 1), at(1, 1, 2, 2)],
      DEFAULT_TROUBLE,
      true,
    ],
    ['counts a record that arrives three times once', [at(0, 1, 1), at(0, 1, 1), at(0, 1, 1)], DEFAULT_TROUBLE, false],
    ['finds trouble although a later minute has much traffic', [at(0, 3, 3), at(1, 0, 1_000)], DEFAULT_TROUBLE, true],
    ['finds no trouble without failures if one failure is enough', [at(0, 0, 5)], RELENTLESS, false],
    ['finds trouble after one failure of 1,000 events if one failure is enough', [at(0, 1, 1_000)], RELENTLESS, true],
  ] as const)('%s', (_what, counts, threshold, answer) => {
    expect(isTrouble({ counts, isRare: false }, threshold)).toBe(answer);
  });

  it.each([
    [0, true],
    [9, true],
    [10, false],
  ])('detects trouble in minutes 0 to 9 for an episode that begins in minute %i: %s', (begins, answer) => {
    const counts = [at(0, 2, 2), at(9, 1, 1)];
    expect(isTrouble({ counts, isRare: false }, DEFAULT_TROUBLE, NOON + begins * 60_000 + 59_999)).toBe(answer);
  });

  it.each([
    ['finds trouble after one failure of a rare event', [at(0, 1, 1)], true],
    ['finds no trouble after one success of a rare event', [at(0, 0, 1)], false],
  ] as const)('%s', (_what, counts, answer) => {
    expect(isTrouble({ counts, isRare: true }, DEFAULT_TROUBLE)).toBe(answer);
  });

  it('does not depend on the order, repetition and splitting of records', () => {
    const event = fc.record({ minute: fc.nat(15), partition: fc.nat(2), isFailure: fc.boolean() });
    const threshold = fc.record({
      failures: fc.integer({ min: 1, max: 6 }),
      share: fc.nat(100),
      minutes: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 30 }),
        threshold,
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (events, limit, isRare, picks) => {
          const pick = (): number => picks.next().value ?? 0;
          const numbers = new Map<string, MinuteCount>();
          const records: MinuteCount[] = [];
          for (const { minute, partition, isFailure } of events) {
            const key = `${partition}/${minute}`;
            const known = numbers.get(key) ?? at(minute, 0, 0, partition);
            const count = { ...known, total: known.total + 1, failures: known.failures + Number(isFailure) };
            numbers.set(key, count);
            // Writes a record after about every second event.
            if (pick() % 2 === 0) records.push(count);
          }
          const shuffled = [...records, ...numbers.values(), ...records.filter(() => pick() % 3 === 0)]
            .map((one) => ({ one, by: pick() }))
            .toSorted((a, b) => a.by - b.by)
            .map(({ one }) => one);
          const once = { counts: [...numbers.values()], isRare };
          expect(isTrouble({ counts: shuffled, isRare }, limit)).toBe(isTrouble(once, limit));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
