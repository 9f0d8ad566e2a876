import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Connections } from './connections.ts';
import { ENGINE_FOLDER } from './install.ts';
import type { Connection, Native } from './native.ts';
import { insertFrom, type Statement } from './statement.ts';

export type Outcome = {
  bytes: Uint8Array;
  elapsedNs: number;
  readRows: number;
  readBytes: number;
  writtenRows: number;
  writtenBytes: number;
};

export type Engine = {
  /** @throws Error with ClickHouse's own text, `Code: 60. DB::Exception: … (UNKNOWN_TABLE)`. */
  run(statement: Statement): Promise<Outcome>;
  close(): void;
};

/**
 * Opens the data directory. A process can open only one directory, and only one process can open a directory. Statements run
 * concurrently, each on its own connection. Settings, parameters, current database and temporary tables do not outlive a statement.
 * @throws Error if the directory cannot be opened.
 */
export const openEngine = (directory: string): Engine => {
  const require = createRequire(import.meta.url);
  // chdb's public Session generates INSERT statements. Its native binding sends ours unchanged.
  const loader: { loadNative(): Native } = require(join(ENGINE_FOLDER, 'node_modules/chdb/dist/loader.js'));
  const native = loader.loadNative();
  const inserts = join(directory, 'inserts');
  rmSync(inserts, { recursive: true, force: true });
  mkdirSync(inserts, { recursive: true });
  const keeper = native.CreateConnection(directory); // keeps the engine open: it closes with its last connection

  const connections = new Connections(native, directory);
  const run = (statement: Statement): Promise<Outcome> =>
    connections.use(statement, (connection) => execute(native, connection, statement, inserts));
  const close = (): void => {
    connections.close();
    native.CloseConnection(keeper);
  };
  return { run, close };
};

/** Inserts rows from a file in the folder `inserts`, because rows inside a statement end at the first blank line. */
const execute = async (native: Native, connection: Connection, statement: Statement, inserts: string) => {
  const { sql, format, payload } = statement;
  if (!payload) {
    const { bytes, elapsed, rowsRead, bytesRead } = await native.QueryAsyncConnection(connection, sql, format);
    const written = { writtenRows: 0, writtenBytes: 0 };
    return { bytes, elapsedNs: nanoseconds(elapsed), readRows: rowsRead, readBytes: bytesRead, ...written };
  }
  const file = join(inserts, randomUUID());
  try {
    await writeFile(file, payload);
    const { elapsed, rowsRead } = await native.QueryAsyncConnection(connection, insertFrom(sql, file), 'Null');
    return {
      bytes: new Uint8Array(),
      elapsedNs: nanoseconds(elapsed),
      readRows: rowsRead,
      readBytes: payload.length,
      writtenRows: rowsRead,
      writtenBytes: payload.length,
    };
  } finally {
    await rm(file, { force: true });
  }
};

const nanoseconds = (seconds: number) => Math.round(seconds * 1e9);
