import { ContentError } from './clickhouse/errors.ts';

/**
 * Stores rows in their order. When the store refuses them because of what is in them, they are halved until the guilty
 * row stands alone; that one goes to `refuse`, all others are stored. What comes before a row is always settled first, so
 * a crash in between leaves nothing behind that a continuation after the last stored row would skip.
 * @throws whatever else `store` throws: no row is to blame for it.
 */
export async function storeOrRefuse<Row>(
  rows: readonly Row[],
  store: (rows: readonly Row[]) => Promise<void>,
  refuse: (row: Row, error: ContentError) => Promise<void>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  try {
    await store(rows);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    if (rows.length === 1) return refuse(first, error);
    const middle = Math.ceil(rows.length / 2);
    await storeOrRefuse(rows.slice(0, middle), store, refuse);
    await storeOrRefuse(rows.slice(middle), store, refuse);
  }
}
