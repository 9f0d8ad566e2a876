import { identityOf } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { z } from 'zod';
import type { ClickHouse } from './clickhouse/clickhouse.ts';
import { identityHash, toHashNumber } from '../text/identity-hash.ts';
import { columnsOf, DerivedColumns, StoredRow } from './schema/columns.ts';

const StoredHash = z.object({ hash: z.string() });
export const StoredIdentity = z.object({ source_id: z.number(), id: z.string() });
export type Identity = z.infer<typeof StoredIdentity>;

/** Maximum bytes of identities in a statement; well below the client's `max_query_size`. */
const MAX_BYTES = 1_000_000;

/** Quotes a text for SQL. In quotes, only the quote and the backslash need an escape. */
const toSqlString = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** The items as JSON lists, each short enough for a statement. */
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

/** Hashes of stored identities with the timestamps of their events, sorted by hash (see {@link storedIdentities}). */
export const IDENTITY_HASHES = "mergeTreeProjection(currentDatabase(), 'integration_events', 'identity_hashes')";
const listed = (list: string, type: string): string => `arrayJoin(JSONExtract(${toSqlString(list)}, 'Array(${type})'))`;

/** A SELECT that lists a few thousand identities, few enough for one statement. */
export const identitiesSql = (identities: readonly Identity[]): string =>
  `SELECT ${listed(JSON.stringify(identities.map(({ source_id, id }) => [source_id, id])), 'Tuple(UInt32, String)')}`;

/**
 * Returns the keys (see {@link identityOf}) of the wanted identities that are stored. Reads projection `identity_hashes` by name, because
 * ClickHouse would prefer a projection with fewer marks. Usually no hash is found. For found hashes, compares the ids, because two
 * identities may share a hash. A list of hashes is one literal, because ClickHouse parses ten thousand literals three times as slowly.
 */
export async function storedIdentities(clickhouse: ClickHouse, wanted: Iterable<Identity>): Promise<Set<string>> {
  const keys = new Set([...wanted].map(identityOf));
  const stored = new Set<string>();
  for (const list of jsonLists([...keys].map((key) => toHashNumber(identityHash(key))))) {
    const found = await clickhouse.rowsForSure(StoredHash, {
      sql: `SELECT DISTINCT toString(identity_hash) AS hash FROM ${IDENTITY_HASHES}
        WHERE identity_hash IN (SELECT toUInt64(${listed(list, 'String')}))`,
    });
    if (found.length === 0) continue;
    const numbers = found.map(({ hash }) => hash).join(', ');
    const sql = `
      SELECT DISTINCT source_id, id FROM integration_events
      WHERE timestamp IN (SELECT timestamp FROM ${IDENTITY_HASHES} WHERE identity_hash IN (${numbers}))
        AND identity_hash IN (${numbers})`;
    for (const identity of await clickhouse.rowsForSure(StoredIdentity, { sql })) {
      const key = identityOf(identity);
      if (keys.has(key)) stored.add(key);
    }
  }
  return stored;
}

/**
 * An event's identity and content; `details` as published. Derived fields are excluded, because earlier rows lack them, and a retry of
 * an earlier event must not count as different content.
 */
export const StoredContent = StoredRow.omit({
  ...forFields(DERIVED_FIELDS, () => true as const),
  search_text: true,
  detail_terms: true,
  identity_hash: true,
  kafka_partition: true,
  kafka_offset: true,
  log_epoch: true,
  published_at: true,
  stored_at: true,
  insert_number: true,
  insert_month: true,
});
export type StoredContent = z.infer<typeof StoredContent>;

/** The content of a stored event, with its position, arrival and derived fields. */
const ArrivedContent = StoredContent.extend({
  published_at: z.string(),
  ...DerivedColumns,
  kafka_partition: z.number(),
  log_epoch: z.number(),
  kafka_offset: z.number(),
});
type ArrivedContent = z.infer<typeof ArrivedContent>;

/** Reads the stored contents of these events, by key. An event that was stored with another timestamp is not found. */
export async function storedContents(
  clickhouse: ClickHouse,
  events: readonly StoredContent[],
): Promise<Map<string, ArrivedContent>> {
  const stored = new Map<string, ArrivedContent>();
  for (const list of jsonLists(events.map(({ timestamp, source_id, id }) => [timestamp, source_id, id]))) {
    const wanted = `SELECT (toDateTime64(one.1, 3, 'UTC'), one.2, one.3)
      FROM (SELECT ${listed(list, 'Tuple(String, UInt32, String)')} AS one)`;
    const sql = `
      SELECT ${columnsOf(ArrivedContent)} FROM integration_events WHERE (timestamp, source_id, id) IN (${wanted})`;
    for (const content of await clickhouse.rowsForSure(ArrivedContent, { sql }))
      stored.set(identityOf(content), content);
  }
  return stored;
}
