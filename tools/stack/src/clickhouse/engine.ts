import { createRequire } from 'node:module';
import { join } from 'node:path';
import { messageOf } from '../process/system-error.ts';
import { Connections } from './connections.ts';
import { ENGINE_FOLDER } from './install.ts';
import type { Connection, Native } from './native.ts';
import type { Statement } from './statement.ts';

export type Outcome = {
  bytes: Uint8Array;
  elapsedNs: number;
  readRows: number;
  readBytes: number;
  writtenRows: number;
  writtenBytes: number;
};

/** ClickHouse's NO_DATA_TO_INSERT: an insert of nothing is no error over HTTP. */
const NO_ROWS = /^Code: 108\./;
const EMPTY = { elapsedNs: 0, readRows: 0, readBytes: 0, writtenRows: 0, writtenBytes: 0 };

/** ClickHouse in this process, over one data directory. */
export type Engine = {
  /** @throws Error with ClickHouse's own text, `Code: 60. DB::Exception: … (UNKNOWN_TABLE)`. */
  run(statement: Statement): Promise<Outcome>;
  close(): void;
};

/**
 * Opens the data directory. A process can open one only, and a directory has one process.
 *
 * Every statement has a connection for itself while it runs: what it sets (settings, parameters, the current database, temporary
 * tables) ends with it, and statements run side by side.
 * @throws Error when the directory cannot be opened.
 */
export const openEngine = (directory: string): Engine => {
  const require = createRequire(import.meta.url);
  // chdb's public Session builds INSERT statements of its own; the binding below it takes ours as they are.
  const loader: { loadNative(): Native } = require(join(ENGINE_FOLDER, 'node_modules/chdb/dist/loader.js'));
  const native = loader.loadNative();
  const keeper = native.CreateConnection(directory); // the engine lives as long as one connection is open

  const connections = new Connections(native, directory);
  const run = (statement: Statement): Promise<Outcome> =>
    connections.use(statement, (connection) => execute(native, connection, statement));
  const close = (): void => {
    connections.close();
    native.CloseConnection(keeper);
  };
  return { run, close };
};

const execute = async (native: Native, connection: Connection, { sql, format, payload }: Statement) => {
  if (!payload) {
    const { bytes, elapsed, rowsRead, bytesRead } = await native.QueryAsyncConnection(connection, sql, format);
    return { ...EMPTY, bytes, elapsedNs: nanoseconds(elapsed), readRows: rowsRead, readBytes: bytesRead };
  }
  try {
    const written = await native.InsertRawAsyncConnection(connection, sql, payload, false);
    const { elapsed, rowsWritten, bytesWritten } = written;
    return {
      bytes: new Uint8Array(),
      elapsedNs: nanoseconds(elapsed),
      readRows: rowsWritten,
      readBytes: payload.length,
      writtenRows: rowsWritten,
      writtenBytes: bytesWritten,
    };
  } catch (error) {
    if (payload.length === 0 && NO_ROWS.test(messageOf(error))) return { ...EMPTY, bytes: new Uint8Array() };
    throw error;
  }
};

const nanoseconds = (seconds: number) => Math.round(seconds * 1e9);
