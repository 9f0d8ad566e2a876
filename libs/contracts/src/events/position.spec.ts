import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Cursor, formatCursor, isAfter, parseCursor } from './position.ts';

const positions = fc
  .uniqueArray(fc.tuple(fc.nat(500), fc.nat(Number.MAX_SAFE_INTEGER)), { selector: ([partition]) => partition })
  .map((pairs) => new Map(pairs));

describe('a cursor', () => {
  it('survives a round trip through its text form, which matches the contract', () => {
    fc.assert(
      fc.property(positions, (known) => {
        const cursor = formatCursor(known);
        expect(Cursor.parse(cursor)).toBe(cursor);
        expect(parseCursor(cursor)).toEqual(known);
      }),
    );
  });

  it('has the same text for any order of partitions', () => {
    const forwards = new Map([
      [0, 5],
      [3, 7],
    ]);
    const backwards = new Map([
      [3, 7],
      [0, 5],
    ]);
    expect(formatCursor(forwards)).toBe(formatCursor(backwards));
  });

  it('is not parsed from malformed text', () => {
    for (const text of ['x', '1', '1:', ':1', '1:2,', '1:-2', '1:2;3:4', ' 1:2'])
      expect(Cursor.safeParse(text).success).toBe(false);
    expect(() => parseCursor('1:99999999999999999999')).toThrow(TypeError);
  });

  it("covers a row exactly if the cursor's offset in the row's partition is at least the row's offset", () => {
    fc.assert(
      fc.property(positions, fc.nat(500), fc.nat(), (known, partition, offset) => {
        const covered = known.has(partition) && offset <= (known.get(partition) ?? 0);
        expect(isAfter({ partition, offset }, known)).toBe(!covered);
      }),
    );
  });
});
