import { createRequire } from 'node:module';
import { join } from 'node:path';
import { messageOf } from '../process/system-error.ts';
import { ENGINE_FOLDER } from './install.ts';

/** What a statement answered. `bytes` is the whole result in the format asked for; times in seconds. */
type NativeResult = { bytes: Uint8Array; elapsed: number; rowsRead: number; bytesRead: number };
type NativeWritten = { elapsed: number; rowsWritten: number; bytesWritten: number };
type Connection = { readonly native: unique symbol };

/** The part of chdb's native binding that is used here. */
type Native = {
  CreateConnection(path: string): Connection;
  CloseConnection(connection: Connection): void;
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<NativeResult>;
  InsertRawAsyncConnection(
    connection: Connection,
    statement: string,
    payload: Buffer,
    countLines: boolean,
  ): Promise<NativeWritten>;
};

export type Statement = {
  sql: string;
  /** Format of the result when the statement names none. */
  format: string;
  database: string | undefined;
  settings: ReadonlyMap<string, string>;
  /** Values of `{name:Type}`, escaped as ClickHouse's HTTP interface expects them. */
  parameters: ReadonlyMap<string, string>;
  /** Rows of an INSERT, in the format that it names. */
  payload: Buffer | undefined;
};

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
 * Every statement gets a connection of its own, which costs 0.1 ms: what it sets (settings, parameters, the current
 * database, temporary tables) ends with it, and statements run side by side. A shared connection would keep them for
 * the next one.
 * @throws Error when the directory cannot be opened.
 */
export const openEngine = (directory: string): Engine => {
  const require = createRequire(import.meta.url);
  // chdb's public Session builds INSERT statements of its own; the binding below it takes ours as they are.
  const loader: { loadNative(): Native } = require(join(ENGINE_FOLDER, 'node_modules/chdb/dist/loader.js'));
  const native = loader.loadNative();
  const keeper = native.CreateConnection(directory); // the engine lives as long as one connection is open

  const run = async (statement: Statement): Promise<Outcome> => {
    const connection = native.CreateConnection(directory);
    try {
      const prologue = prologueOf(statement);
      if (prologue) await native.QueryAsyncConnection(connection, prologue, 'Null');
      return await execute(native, connection, statement);
    } finally {
      native.CloseConnection(connection);
    }
  };
  return { run, close: () => native.CloseConnection(keeper) };
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

const prologueOf = ({ database, settings, parameters }: Statement): string => {
  const assignments = [
    ...[...settings].map(([name, value]) => `${name} = ${literal(value)}`),
    ...[...parameters].map(([name, value]) => `param_${name} = ${literal(value)}`),
  ];
  return [
    database === undefined ? '' : `USE \`${database.replaceAll(/[\\`]/g, (character) => `\\${character}`)}\``,
    assignments.length === 0 ? '' : `SET ${assignments.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
};

const literal = (value: string) => `'${value.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
const nanoseconds = (seconds: number) => Math.round(seconds * 1e9);
