import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ContentError } from './clickhouse/errors.ts';
import { storeOrRefuse } from './store-or-reject.ts';

/** A store that takes a batch whole or not at all, like one insert into one partition. */
const storeWithout = (guilty: ReadonlySet<number>, settled: number[]) => async (rows: readonly number[]) => {
  if (rows.some((row) => guilty.has(row))) throw new ContentError();
  settled.push(...rows);
};

describe('storeOrRefuse', () => {
  it('stores every sound row once, refuses every guilty one, and settles all in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 59 })),
        async (count, bad) => {
          const rows = Array.from({ length: count }, (_, index) => index);
          const guilty = new Set(bad);
          const settled: number[] = [];
          const refused: number[] = [];
          await storeOrRefuse(rows, storeWithout(guilty, settled), async (row) => {
            refused.push(row);
            settled.push(row);
          });
          expect(settled).toEqual(rows);
          expect(refused).toEqual(rows.filter((row) => guilty.has(row)));
        },
      ),
    );
  });

  it('refuses nothing when the rows are not to blame', async () => {
    const store = async (): Promise<void> => {
      throw new Error('no connection');
    };
    const refuse = async (): Promise<void> => {
      throw new Error('refused');
    };
    await expect(storeOrRefuse([1, 2], store, refuse)).rejects.toThrow('no connection');
  });
});
