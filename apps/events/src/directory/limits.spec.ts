import { describe, expect, it } from '@jest/globals';
import type { EntitlementState } from '@portico/contracts/events/orgs';
import fc from 'fast-check';
import { Limits } from './limits.ts';

const END = 1_000;
const state = (changes: Partial<EntitlementState> = {}): EntitlementState => ({
  id: 1,
  version: 1,
  deletedAt: null,
  organizationId: 7,
  lookupKey: 'payments',
  name: 'Payments',
  usedCount: 0,
  allowedCount: 10,
  active: true,
  period: { startsAt: new Date(0).toISOString(), endsAt: new Date(END).toISOString(), where: '', hard: true },
  ...changes,
});

describe('usage limits', () => {
  it.each<[string, Partial<EntitlementState>, boolean]>([
    ['usage just below the limit', { usedCount: 9 }, false],
    ['usage at the limit', { usedCount: 10 }, true],
    ['usage above the limit', { usedCount: 12 }, true],
    ['a limit of zero', { allowedCount: 0 }, true],
    ['an entitlement without a meter', { usedCount: 10, period: null }, false],
    [
      'a soft limit',
      { usedCount: 10, period: { startsAt: '', endsAt: '2026-12-01T00:00:00.000Z', where: '', hard: false } },
      false,
    ],
    ['an inactive entitlement', { usedCount: 10, active: false }, false],
    ['an entitlement of a deleted organization', { usedCount: 10, deletedAt: '2026-11-01T00:00:00.000Z' }, false],
    [
      'a period that has ended',
      { usedCount: 10, period: { startsAt: '', endsAt: new Date(50).toISOString(), where: '', hard: true } },
      false,
    ],
  ])('report, for %s (%j), whether the entitlement is used up: %j', (_, changes, isUsedUp) => {
    const limits = new Limits();
    limits.apply(state(changes), 100);
    expect(limits.usedUpAt(7, 100).length > 0).toBe(isUsedUp);
    expect(limits.usedUpAt(7, 99)).toEqual([]);
    expect(limits.usedUpAt(8, 100)).toEqual([]);
  });

  it('report the past state for any time that the remembered changes cover', () => {
    const step = fc.record({
      usedCount: fc.integer({ min: 0, max: 4 }),
      allowedCount: fc.integer({ min: 0, max: 3 }),
      after: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const limits = new Limits();
        const states: { from: number; isUsedUp: boolean }[] = [];
        for (const { after, ...counts } of steps) {
          const from = (states.at(-1)?.from ?? 0) + after;
          limits.apply(state(counts), from);
          states.push({ from, isUsedUp: counts.usedCount >= counts.allowedCount });
        }
        const moments = Array.from({ length: 250 }, (_, moment) => moment);
        const expected = moments.map((now) => states.findLast(({ from }) => from <= now)?.isUsedUp ?? false);
        expect(moments.map((now) => limits.usedUpAt(7, now).length > 0)).toEqual(expected);
        expect(limits.usedUpAt(7, END)).toEqual([]);
      }),
    );
  });
});
