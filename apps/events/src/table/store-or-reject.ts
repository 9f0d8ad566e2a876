import { ContentError } from '@portico/service';

/**
 * Stores rows in order. If `store` rejects rows because of their content, halves the batch until each faulty row is alone, and passes
 * faulty rows to `reject`. All other rows are stored. Earlier rows come first, so that a restart skips no row.
 * @throws any other error of `store`, for which no row is at fault.
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
