import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Maximum entries. A person creates fewer in months; a script may create more. The oldest entries beyond this number are deleted. */
const MAX_ENTRIES = 10_000;
const PRUNE_EVERY = 200;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS entries (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL,
    grant_id TEXT, uid TEXT, expires_at INTEGER,
    PRIMARY KEY (model, id)
  );
  CREATE INDEX IF NOT EXISTS entries_by_grant ON entries (grant_id);
  CREATE INDEX IF NOT EXISTS entries_by_uid ON entries (uid);
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

export type SignOnStore = {
  adapter: (model: string) => Adapter;
  /** Returns the secret with this name. The first call creates it with `create`. */
  secret: (name: string, create: () => string | Promise<string>) => Promise<string>;
  /** Deletes expired entries, and the oldest ones beyond the limit. */
  prune: () => void;
  size: () => number;
  close: () => void;
};

const epochSeconds = (): number => Math.floor(Date.now() / 1000);
const payloadOf = (row: Record<string, unknown> | undefined): AdapterPayload | undefined =>
  row && JSON.parse(String(row['payload']));
const grantOf = ({ grantId }: AdapterPayload): string | null => grantId ?? null;

/**
 * Sessions, grants and refresh tokens of the local sign-on in one SQLite file, so that users stay signed in across a restart.
 * @throws when `dataDir` cannot be written, or the file is not a database.
 */
export const openSignOnStore = (dataDir: string, maxEntries = MAX_ENTRIES): SignOnStore => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, 'sign-on.sqlite'), { timeout: 2_000 });
  database.exec(SCHEMA);
  let writes = 0;

  const prune = (): void => {
    database.prepare('DELETE FROM entries WHERE expires_at <= ?').run(epochSeconds());
    database
      .prepare('DELETE FROM entries WHERE rowid IN (SELECT rowid FROM entries ORDER BY rowid DESC LIMIT -1 OFFSET ?)')
      .run(maxEntries);
  };
  prune();

  return {
    adapter: (model) =>
      entryAdapter(database, model, () => {
        writes += 1;
        if (writes % PRUNE_EVERY === 0) prune();
      }),
    secret: async (name, create) => {
      const found = database.prepare('SELECT value FROM secrets WHERE name = ?').get(name);
      if (found) return String(found['value']);
      const value = await create();
      database.prepare('INSERT INTO secrets (name, value) VALUES (?, ?)').run(name, value);
      return value;
    },
    prune,
    size: () => Number(database.prepare('SELECT count(*) AS entries FROM entries').get()?.['entries']),
    close: () => database.close(),
  };
};

const entryAdapter = (database: DatabaseSync, model: string, written: () => void): Adapter => {
  // REPLACE assigns a new rowid, so that the most recently used entries are deleted last.
  const upsert = database.prepare(
    'REPLACE INTO entries (model, id, payload, grant_id, uid, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const live = 'model = ? AND (expires_at IS NULL OR expires_at > ?)';
  const byId = database.prepare(`SELECT payload FROM entries WHERE id = ? AND ${live}`);
  const byUid = database.prepare(`SELECT payload FROM entries WHERE uid = ? AND ${live}`);
  const consume = database.prepare(
    `UPDATE entries SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?`,
  );

  return {
    upsert: async (id, payload, expiresIn) => {
      const expiresAt = expiresIn === undefined ? null : epochSeconds() + expiresIn;
      upsert.run(model, id, JSON.stringify(payload), grantOf(payload), payload.uid ?? null, expiresAt);
      written();
    },
    find: async (id) => payloadOf(byId.get(id, model, epochSeconds())),
    findByUid: async (uid) => payloadOf(byUid.get(uid, model, epochSeconds())),
    // Only the device flow has user codes, and the device flow is disabled.
    findByUserCode: async () => undefined,
    consume: async (id) => void consume.run(epochSeconds(), model, id),
    destroy: async (id) => void database.prepare('DELETE FROM entries WHERE model = ? AND id = ?').run(model, id),
    revokeByGrantId: async (grantId) => void database.prepare('DELETE FROM entries WHERE grant_id = ?').run(grantId),
  };
};
