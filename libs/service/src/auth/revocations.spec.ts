import { describe, expect, it } from '@jest/globals';
import { Revocations } from './revocations.ts';

const MINUTE = 60_000;
const state = (id: number, accessVersion: number, deletedAt: string | null = null) => ({
  id,
  accessVersion,
  deletedAt,
});

describe('Revocations', () => {
  it('rejects tokens signed before a change and accepts tokens signed later', () => {
    const revocations = new Revocations();
    revocations.apply(state(7, 3));
    expect(revocations.isRevoked({ id: 7, accessVersion: 2 })).toBe(true);
    expect(revocations.isRevoked({ id: 7, accessVersion: 3 })).toBe(false);
    expect(revocations.isRevoked({ id: 7, accessVersion: 4 })).toBe(false);
    expect(revocations.isRevoked({ id: 8, accessVersion: 1 })).toBe(false);
  });

  it('rejects every token of a deleted user', () => {
    const revocations = new Revocations();
    revocations.apply(state(7, 3, '2026-01-01T00:00:00Z'));
    expect(revocations.isRevoked({ id: 7, accessVersion: 9 })).toBe(true);
  });

  it('notifies its listeners of each user whose tokens it newly rejects', () => {
    const revocations = new Revocations();
    const rejected: number[] = [];
    revocations.onChange((id) => revocations.isRevoked({ id, accessVersion: 1 }) && rejected.push(id));
    for (const change of [state(7, 1), state(7, 3), state(7, 3), state(7, 2), state(8, 1, '2026-01-01T00:00:00Z')])
      revocations.apply(change);
    expect(rejected).toEqual([7, 8]);
  });

  it('ignores a state that is older than the known state', () => {
    const revocations = new Revocations();
    revocations.apply(state(7, 3));
    revocations.apply(state(7, 1));
    expect(revocations.isRevoked({ id: 7, accessVersion: 2 })).toBe(true);
  });

  it('forgets a change once every older token has expired', () => {
    let now = 0;
    const revocations = new Revocations(() => now);
    revocations.apply(state(7, 3));
    now += 15 * MINUTE;
    revocations.apply(state(8, 2));
    expect(revocations.isRevoked({ id: 7, accessVersion: 2 })).toBe(true);
    now += 3 * MINUTE;
    revocations.apply(state(9, 1));
    expect(revocations.isRevoked({ id: 7, accessVersion: 2 })).toBe(false);
    expect(revocations.isRevoked({ id: 8, accessVersion: 1 })).toBe(true);
  });

  it('restarts the retention for a user who changes again', () => {
    let now = 0;
    const revocations = new Revocations(() => now);
    revocations.apply(state(7, 2));
    now += 16 * MINUTE;
    revocations.apply(state(7, 5));
    now += 16 * MINUTE;
    revocations.apply(state(9, 1));
    expect(revocations.isRevoked({ id: 7, accessVersion: 4 })).toBe(true);
  });

  describe('an ended session', () => {
    const caller = { id: 7, accessVersion: 1 };

    it('invalidates only its own tokens', () => {
      const revocations = new Revocations();
      revocations.end({ id: 3, userId: 7 });
      expect(revocations.refusalOf({ ...caller, session: 3 })).toMatchObject({ code: 'session_ended' });
      expect(revocations.refusalOf({ ...caller, session: 4 })).toBeNull();
      expect(revocations.refusalOf(caller)).toBeNull();
    });

    it('is reported once and is forgotten after its last token has expired', () => {
      let now = 0;
      const revocations = new Revocations(() => now);
      const notified: number[] = [];
      revocations.onChange((user) => notified.push(user));
      for (const id of [3, 3, 4]) revocations.end({ id, userId: id + 10 });
      expect(notified).toEqual([13, 14]);
      now = 17 * MINUTE + 1;
      revocations.end({ id: 5, userId: 15 });
      expect(revocations.isRevoked({ ...caller, session: 3 })).toBe(false);
      expect(revocations.isRevoked({ ...caller, session: 5 })).toBe(true);
    });

    it('has no effect if it arrives after the expiry of its last token', () => {
      const revocations = new Revocations(() => 20 * MINUTE);
      revocations.end({ id: 3, userId: 7 }, MINUTE);
      expect(revocations.isRevoked({ ...caller, session: 3 })).toBe(false);
    });
  });
});
