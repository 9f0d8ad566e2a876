import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sourcesOf } from './part-names.ts';
import type { TablePart } from './parts.query.ts';

const part = (name: string, rows: number, first: string, last = first): TablePart => ({ name, rows, first, last });
const inserted = [part('202611_1_1_0', 5, 'c', 'd'), part('202611_2_2_0', 3, 'a', 'b'), part('202611_3_3_0', 2, 'e')];

describe('sourcesOf', () => {
  it("returns the parts that contain a merged part's blocks", () => {
    expect(sourcesOf(part('202611_1_2_1', 8, 'a', 'd'), inserted)).toEqual(inserted.slice(0, 2));
    const merged = part('202611_1_2_1', 8, 'a', 'd');
    expect(sourcesOf(part('202611_1_3_2', 10, 'a', 'e'), [...inserted, merged])).toEqual([merged, inserted[2]]);
  });

  it('returns null if a source is unknown, rows have expired, or the part was mutated or is in another month', () => {
    expect(sourcesOf(part('202611_1_3_1', 10, 'a', 'e'), inserted.slice(1))).toBeNull();
    expect(sourcesOf(part('202611_1_2_1', 7, 'a', 'd'), inserted)).toBeNull();
    expect(sourcesOf(part('202611_1_2_1', 8, 'a', 'c'), inserted)).toBeNull();
    expect(sourcesOf(part('202611_1_2_1_4', 8, 'a', 'd'), inserted)).toBeNull();
    expect(sourcesOf(part('202612_1_2_1', 8, 'a', 'd'), inserted)).toBeNull();
    expect(sourcesOf(part('detached', 8, 'a', 'd'), inserted)).toBeNull();
  });

  it('finds the sources after any number of merges, with each block in exactly one source', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.nat(11)), (rows, numbers) => {
        const parts = rows.map((size, index) => part(`m_${index}_${index}_0`, size, String(index).padStart(2, '0')));
        const merge = (from: number, to: number): TablePart => {
          const all = parts.slice(from, to + 1);
          const size = all.reduce((sum, one) => sum + one.rows, 0);
          return part(`m_${from}_${to}_1`, size, all[0]?.first ?? '', all.at(-1)?.last);
        };
        const [a = 0, b = 0] = numbers;
        const [from, to] = [Math.min(a, b) % rows.length, Math.max(a, b) % rows.length].toSorted((x, y) => x - y);
        const known = [...parts, merge(from ?? 0, to ?? 0)];
        const sources = sourcesOf(merge(0, rows.length - 1), known) ?? [];
        expect(sources.reduce((sum, one) => sum + one.rows, 0)).toBe(rows.reduce((sum, size) => sum + size, 0));
        expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
      }),
    );
  });
});
