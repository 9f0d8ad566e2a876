import { identityOf } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { z } from 'zod';
import type { ClickHouse } from './clickhouse/clickhouse.ts';
import { columnsOf, DerivedColumns, StoredRow } from './schema/columns.ts';

const StoredHash = z.object({ hash: z.string() });
export const StoredIdentity = z.object({ source_id: z.number(), id: z.string() });
export type Identity = z.infer<typeof StoredIdentity>;

/** Bytes of identities in one statement; well below `max_query_size` of the client. */
const MAX_BYTES = 1_000_000;

/** Within quotes only the quote and the backslash mean something else than themselves. */
const toSqlString = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** The items as JSON lists, each short enough for one statement. */
export function jsonLists(items: Iterable<unknown>): string[] {
  const lists: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const json = JSON.stringify(item);
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

/** The stored identities, to read them by name (see {@link storedIdentities}). */
export const IDENTITIES = "mergeTreeProjection(currentDatabase(), 'integration_events', 'identities')";
const listed = (list: string, types: string): string =>
  `arrayJoin(JSONExtract(${toSqlString(list)}, 'Array(Tuple(${types}))'))`;

/** A few thousand identities as a question for them, which fits into one statement. */
export const identitiesSql = (identities: readonly Identity[]): string =>
  `SELECT ${listed(JSON.stringify(identities.map(({ source_id, id }) => [source_id, id])), 'UInt32, String')}`;

/**
 * Those of `wanted` that are stored already, as keys (see {@link identityOf}). Asked of projection `identities` by name, because
 * ClickHouse by itself prefers whatever has fewer marks, and the projection has many small ones. Hashes are read of all, ids
 * of the few that are found: there are none as a rule. The list is one literal, because ClickHouse reads ten thousand literals
 * three times as slowly.
 */
export async function storedIdentities(clickhouse: ClickHouse, wanted: Iterable<Identity>): Promise<Set<string>> {
  const keys = new Map([...wanted].map((identity) => [identityOf(identity), identity]));
  const stored = new Set<string>();
  const pairs = [...keys.values()].map(({ source_id, id }) => [source_id, id]);
  for (const list of jsonLists(pairs)) {
    const hashes = `SELECT cityHash64(pair.1, pair.2) FROM (SELECT ${listed(list, 'UInt32, String')} AS pair)`;
    const found = await clickhouse.rowsForSure(StoredHash, {
      sql: `SELECT DISTINCT toString(identity) AS hash FROM ${IDENTITIES} WHERE identity IN (${hashes})`,
    });
    if (found.length === 0) continue;
    const numbers = found.map(({ hash }) => hash).join(', ');
    const sql = `SELECT DISTINCT source_id, id FROM ${IDENTITIES} WHERE identity IN (${numbers})`;
    // Of two identities with one hash only one may have been asked for.
    for (const identity of await clickhouse.rowsForSure(StoredIdentity, { sql })) {
      const key = identityOf(identity);
      if (keys.has(key)) stored.add(key);
    }
  }
  return stored;
}

/**
 * What identifies an event, and what it says; `details` as the JSON text that was published. Without derived
 * fields: rows of before have none, and a retry of such an event is none with other content.
 */
export const StoredContent = StoredRow.omit({
  ...forFields(DERIVED_FIELDS, () => true as const),
  search_text: true,
  detail_terms: true,
  kafka_partition: true,
  kafka_offset: true,
  log_epoch: true,
  published_at: true,
  stored_at: true,
  insert_number: true,
  insert_month: true,
});
export type StoredContent = z.infer<typeof StoredContent>;

/** With where and when it arrived, and its derived fields. */
const ArrivedContent = StoredContent.extend({
  published_at: z.string(),
  ...DerivedColumns,
  kafka_partition: z.number(),
  log_epoch: z.number(),
  kafka_offset: z.number(),
});
type ArrivedContent = z.infer<typeof ArrivedContent>;

/** The stored contents of these events, by key. Found by their moment: an event that is stored with another one is absent. */
export async function storedContents(
  clickhouse: ClickHouse,
  events: readonly StoredContent[],
): Promise<Map<string, ArrivedContent>> {
  const stored = new Map<string, ArrivedContent>();
  for (const list of jsonLists(events.map(({ timestamp, source_id, id }) => [timestamp, source_id, id]))) {
    const wanted = `SELECT (toDateTime64(one.1, 3, 'UTC'), one.2, one.3)
      FROM (SELECT ${listed(list, 'String, UInt32, String')} AS one)`;
    const sql = `
      SELECT ${columnsOf(ArrivedContent)} FROM integration_events WHERE (timestamp, source_id, id) IN (${wanted})`;
    for (const content of await clickhouse.rowsForSure(ArrivedContent, { sql }))
      stored.set(identityOf(content), content);
  }
  return stored;
}
