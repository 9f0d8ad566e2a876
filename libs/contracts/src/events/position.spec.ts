import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Cursor, formatCursor, isAfter, parseCursor } from './position.ts';

const positions = fc
  .uniqueArray(fc.tuple(fc.nat(500), fc.nat(Number.MAX_SAFE_INTEGER)), { selector: ([partition]) => partition })
  .map((pairs) => new Map(pairs));

describe('cursor', () => {
  it('is read back as it was written, and is always of the contract', () => {
    fc.assert(
      fc.property(positions, (known) => {
        const cursor = formatCursor(known);
        expect(Cursor.parse(cursor)).toBe(cursor);
        expect(parseCursor(cursor)).toEqual(known);
      }),
    );
  });

  it('is the same text whatever the order in which partitions became known', () => {
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

  it('refuses what is no cursor', () => {
    for (const text of ['x', '1', '1:', ':1', '1:2,', '1:-2', '1:2;3:4', ' 1:2'])
      expect(Cursor.safeParse(text).success).toBe(false);
    expect(() => parseCursor('1:99999999999999999999')).toThrow(TypeError);
  });

  it('covers a row exactly when its partition is known up to its offset', () => {
    fc.assert(
      fc.property(positions, fc.nat(500), fc.nat(), (known, partition, offset) => {
        const covered = known.has(partition) && offset <= (known.get(partition) ?? 0);
        expect(isAfter({ partition, offset }, known)).toBe(!covered);
      }),
    );
  });
});
