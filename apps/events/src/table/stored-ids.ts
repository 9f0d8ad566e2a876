import { z } from 'zod';
import type { ClickHouse } from './clickhouse/clickhouse.ts';

const StoredHash = z.object({ hash: z.string() });
export const StoredId = z.object({ id: z.string() });

/** Bytes of ids in one statement; well below `max_query_size` of the client. */
const MAX_BYTES = 1_000_000;

/** Within quotes only the quote and the backslash mean something else than themselves. */
const toSqlString = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** The ids as JSON lists, each short enough for one statement. */
export function jsonLists(ids: Iterable<string>): string[] {
  const lists: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const json = JSON.stringify(id);
    const size = Buffer.byteLength(json) + 1;
    if (bytes + size > MAX_BYTES) {
      lists.push([]);
      bytes = 0;
    }
    bytes += size;
    lists.at(-1)?.push(json);
  }
  return lists.map((list) => `[${list.join(',')}]`);
}

const PROJECTION = "mergeTreeProjection(currentDatabase(), 'integration_events', 'ids')";

/**
 * Those of `ids` that are stored already. Asked of projection `ids` by name, because ClickHouse by itself prefers whatever
 * has fewer marks, and the projection has many small ones. Hashes are read of all, ids of the few that are found: there are
 * none as a rule. The list is one literal, because ClickHouse reads ten thousand literals three times as slowly.
 */
export async function storedIds(clickhouse: ClickHouse, ids: Iterable<string>): Promise<Set<string>> {
  const wanted = new Set(ids);
  const stored = new Set<string>();
  for (const list of jsonLists(wanted)) {
    const hashes = `SELECT cityHash64(arrayJoin(JSONExtract(${toSqlString(list)}, 'Array(String)')))`;
    const found = await clickhouse.rows(StoredHash, {
      sql: `SELECT DISTINCT toString(id_hash) AS hash FROM ${PROJECTION} WHERE id_hash IN (${hashes})`,
    });
    if (found.length === 0) continue;
    const numbers = found.map(({ hash }) => hash).join(', ');
    const sql = `SELECT DISTINCT id FROM ${PROJECTION} WHERE id_hash IN (${numbers})`;
    // Of two ids with one hash only one may have been asked for.
    for (const { id } of await clickhouse.rows(StoredId, { sql })) if (wanted.has(id)) stored.add(id);
  }
  return stored;
}
