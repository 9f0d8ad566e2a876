import { describe, expect, it } from '@jest/globals';
import { type Positions, placeOf } from '@portico/contracts/events/position';
import { coveredBy, type Settled } from './settled.ts';

const settled = (place: number, stored: number | null): Settled => ({ place, stored, mark: null });
const covered = (stored: Positions, one: Settled) => coveredBy(stored, new Map([[0, one]])).get(0);

describe('the position up to which a list is complete', () => {
  it('is the committed position if the list contains every row stored before the commit', () => {
    expect(covered(new Map([[0, 7]]), settled(9, 7))).toBe(9);
    expect(covered(new Map([[0, 8]]), settled(9, 7))).toBe(9);
    expect(covered(new Map(), settled(9, -1))).toBe(9);
  });

  it("is the list's last row if the list lacks a stored row or is ahead of the commit", () => {
    expect(covered(new Map([[0, 6]]), settled(9, 7))).toBe(6);
    expect(covered(new Map(), settled(9, 7))).toBeUndefined();
    expect(covered(new Map([[0, 12]]), settled(9, 7))).toBe(12);
    expect(covered(new Map([[0, 6]]), settled(9, null))).toBe(6);
  });

  it('is the position in the later log if the list and the commit belong to different logs', () => {
    expect(covered(new Map([[0, placeOf(1, 2)]]), settled(placeOf(0, 90), 90))).toBe(placeOf(1, 2));
    expect(covered(new Map([[0, placeOf(0, 90)]]), settled(placeOf(1, 0) - 1, 90))).toBe(placeOf(1, 0) - 1);
  });
});
