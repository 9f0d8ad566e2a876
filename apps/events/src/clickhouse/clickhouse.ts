import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { Problem } from '@portico/service';
import { z } from 'zod';

/** Longest that one statement may take before its connection is given up, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** Seconds that a statement may run, and bytes that it may take; the ids of one look-up are long statements. */
const SETTINGS: ClickHouseSettings = {
  max_execution_time: 10,
  max_memory_usage: '2000000000',
  max_query_size: '4000000',
  output_format_json_quote_64bit_integers: 0,
};

/**
 * Rows that come in batches need no second gathering on the server; a bad escape must not cost the whole batch. The text
 * indexes are left to the merges, which would make them anew anyway.
 */
const INSERT_SETTINGS: ClickHouseSettings = {
  max_execution_time: 25,
  async_insert: 0,
  date_time_input_format: 'basic',
  input_format_json_throw_on_bad_escape_sequence: 0,
  materialize_skip_indexes_on_insert: 0,
};

/** ClickHouse's own codes for "not now": the statement is sound and may pass later. */
const NOT_NOW = new Set('159 160 164 202 203 209 210 236 241 242 243 252 319 394 999'.split(' '));

/** ClickHouse's codes for rows that cannot be read or kept, whatever the server's state: it would refuse them again. */
const CONTENT_CODES = new Set('6 25 26 27 33 38 41 53 69 70 72 117 128 131 321 349 407 467 469 691'.split(' '));

/** `settings` go into the text: on a connection they would hold for whatever comes after. */
export type Statement = {
  sql: string;
  params?: Record<string, string | number> | undefined;
  settings?: Record<string, number> | undefined;
};

/** The connection to ClickHouse. Every method rejects with ClickHouse's own error, except where it says otherwise. */
export class ClickHouse {
  private readonly client: ClickHouseClient;

  constructor(private readonly url: string) {
    this.client = createClient({
      url,
      request_timeout: REQUEST_TIMEOUT,
      max_open_connections: 8,
      clickhouse_settings: SETTINGS,
      // Errors are thrown; whoever takes them decides what is worth a line of the log.
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  async createDatabase(): Promise<void> {
    const server = new URL(this.url);
    const database = server.pathname.slice(1);
    server.pathname = '/default';
    const client = createClient({ url: server.href, request_timeout: REQUEST_TIMEOUT });
    try {
      await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
    } finally {
      await client.close();
    }
  }

  /** Rows of one SELECT, each checked by `schema`. */
  async rows<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    const { params = {} } = statement;
    const answer = await this.client.query({ query: textOf(statement), query_params: params, format: 'JSONEachRow' });
    const rows = await answer.json();
    return rows.map((row) => schema.parse(row));
  }

  /** The same for someone who waits. @throws Problem `unavailable` while ClickHouse cannot answer. */
  async rowsNow<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    return this.rows(schema, statement).catch((error: unknown) => {
      throw isTransient(error) ? Problem.unavailable('The event history', error) : error;
    });
  }

  /** One statement without an answer. */
  async run(sql: string): Promise<void> {
    await this.client.command({ query: sql });
  }

  /** One insert of all `rows`, whole or not at all; when it rejects without an answer, either may be so. */
  async insert(table: string, rows: readonly object[]): Promise<void> {
    await this.client.insert({ table, values: rows, format: 'JSONEachRow', clickhouse_settings: INSERT_SETTINGS });
  }

  /**
   * The same for rows that are text already, in the format that `sql` names. One thread reads them: several threads take
   * more of the machine for the same rows.
   */
  async insertText(sql: string, text: AsyncIterable<Buffer>): Promise<void> {
    const settings = { ...INSERT_SETTINGS, input_format_parallel_parsing: 0 as const };
    const values = Readable.from(text, { objectMode: false });
    const { stream } = await this.client.exec({ query: sql, values, clickhouse_settings: settings });
    await finished(stream.resume());
  }

  async ping(): Promise<void> {
    const answer = await this.client.ping();
    if (!answer.success) throw answer.error;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** A SELECT with its settings, which may stand in a FROM. */
export function textOf({ sql, settings = {} }: Statement): string {
  const given = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return given.length === 0 ? sql : `${sql} SETTINGS ${given.join(', ')}`;
}

/** Whether the same statement may pass later: no connection, no answer in time, no room. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ClickHouseError ? NOT_NOW.has(error.code) : !(error instanceof z.ZodError);

/** Whether a statement was given up because it would have read more rows than its setting `max_rows_to_read` allows. */
export const isTooMuchToRead = (error: unknown): boolean => error instanceof ClickHouseError && error.code === '158';

/** Whether the rows of an insert are to blame. */
export const isContentError = (error: unknown): boolean =>
  error instanceof ClickHouseError && CONTENT_CODES.has(error.code);
