import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inWords, type MemberChange, netChanges } from './net-changes.ts';

const membership = fc.constantFrom(null, false, true);

describe('netChanges', () => {
  it('drops changes that cancel out and merges several changes of one user', () => {
    expect(
      netChanges([
        { userId: 1, before: null, after: false },
        { userId: 2, before: true, after: null },
        { userId: 1, before: false, after: true },
        { userId: 3, before: null, after: true },
        { userId: 3, before: true, after: null },
        { userId: 2, before: null, after: false },
      ]),
    ).toEqual([
      { userId: 1, before: null, after: true },
      { userId: 2, before: true, after: false },
    ]);
  });

  it('transforms the first list into the last list for any history', () => {
    const history = fc.array(fc.record({ userId: fc.integer({ min: 1, max: 4 }), after: membership }));
    fc.assert(
      fc.property(fc.tuple(membership, membership, membership, membership), history, (start, steps) => {
        const list = new Map(start.map((state, index) => [index + 1, state]));
        const changes: MemberChange[] = steps.map(({ userId, after }) => {
          const before = list.get(userId) ?? null;
          list.set(userId, after);
          return { userId, before, after };
        });
        const replayed = new Map(start.map((state, index) => [index + 1, state]));
        for (const { userId, before, after } of netChanges(changes)) {
          expect(before).toBe(replayed.get(userId));
          expect(after).not.toBe(before);
          replayed.set(userId, after);
        }
        expect(replayed).toEqual(list);
      }),
    );
  });
});

describe('inWords', () => {
  it.each([
    [null, true, 'Ada was assigned meanwhile'],
    [null, false, 'Ada asked to join meanwhile'],
    [false, true, 'Ada was approved meanwhile'],
    [true, false, 'Someone else withdrew the approval of Ada'],
    [true, null, 'Ada was removed meanwhile'],
  ])('describes the change from %p to %p', (before, after, words) => {
    expect(inWords({ userId: 1, before, after }, 'Ada')).toBe(words);
  });
});
