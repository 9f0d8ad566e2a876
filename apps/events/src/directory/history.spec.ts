import { describe, expect, it } from '@jest/globals';
import { History } from './history.ts';

const state = (version: number, active: boolean, deletedAt: string | null = null) => ({
  id: 1,
  version,
  deletedAt,
  active,
});

describe('the history of an aggregate', () => {
  it('returns the state at a time', () => {
    const history = new History(state(1, true), 100);
    history.add(state(2, false), 200);
    history.add(state(3, true), 300);
    expect([100, 199, 200, 299, 300, 9_000].map((moment) => history.at(moment)?.version)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('returns the first known state for all earlier times, without its deletion', () => {
    expect(new History(state(1, true), 100).at(0)).toEqual(state(1, true));
    const deleted = new History(state(5, true, '2026-01-01T00:00:00Z'), 100);
    expect(deleted.at(99)).toEqual(state(5, true));
    expect(deleted.at(100)?.deletedAt).not.toBeNull();
  });

  it('remembers only the last 8 states', () => {
    const history = new History(state(1, true), 1);
    for (let version = 2; version <= 20; version += 1) history.add(state(version, true), version);
    expect(history.at(1)?.version).toBe(13);
    expect(history.at(Number.POSITIVE_INFINITY)?.version).toBe(20);
  });
});
