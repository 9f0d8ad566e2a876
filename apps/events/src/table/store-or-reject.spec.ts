import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ContentError } from '@portico/service';
import { storeOrReject } from './store-or-reject.ts';

/** A store that accepts a batch completely or not at all, like one insert into one partition. */
const storeWithout = (guilty: ReadonlySet<number>, settled: number[]) => async (rows: readonly number[]) => {
  if (rows.some((row) => guilty.has(row))) throw new ContentError();
  settled.push(...rows);
};

describe('storeOrReject', () => {
  it('stores every valid row once, rejects every invalid row, and processes all rows in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 59 })),
        async (count, bad) => {
          const rows = Array.from({ length: count }, (_, index) => index);
          const guilty = new Set(bad);
          const settled: number[] = [];
          const rejected: number[] = [];
          await storeOrReject(rows, storeWithout(guilty, settled), async (row) => {
            rejected.push(row);
            settled.push(row);
          });
          expect(settled).toEqual(rows);
          expect(rejected).toEqual(rows.filter((row) => guilty.has(row)));
        },
      ),
    );
  });

  it('rejects no row if storing fails for another reason than the rows', async () => {
    const store = async (): Promise<void> => {
      throw new Error('no connection');
    };
    const reject = async (): Promise<void> => {
      throw new Error('rejected');
    };
    await expect(storeOrReject([1, 2], store, reject)).rejects.toThrow('no connection');
  });
});
