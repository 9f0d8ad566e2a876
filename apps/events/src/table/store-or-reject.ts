import { ContentError } from '@portico/service';

/**
 * Stores rows in their order. When the store rejects them because of what is in them, they are halved until the guilty
 * row stands alone; that one goes to `reject`, all others are stored. What comes before a row is always settled first, so
 * a crash in between leaves nothing behind that a continuation after the last stored row would skip.
 * @throws whatever else `store` throws: no row is to blame for it.
 */
export async function storeOrReject<Row>(
  rows: readonly Row[],
  store: (rows: readonly Row[]) => Promise<void>,
  reject: (row: Row, error: ContentError) => Promise<void>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  try {
    await store(rows);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    if (rows.length === 1) return reject(first, error);
    const middle = Math.ceil(rows.length / 2);
    await storeOrReject(rows.slice(0, middle), store, reject);
    await storeOrReject(rows.slice(middle), store, reject);
  }
}
