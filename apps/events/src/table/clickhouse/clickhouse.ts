import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
  type QueryParams,
} from '@clickhouse/client';
import { Logger } from '@nestjs/common';
import { databaseOperation, Problem, Unavailable } from '@portico/service';
import type { z } from 'zod';
import { ofQuestion, ofRead, ofWrite } from './errors.ts';
import { Flights } from './flights.ts';
import { currentQuestion, type Question } from './question.ts';

/** Timeout of a statement's connection in milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** Limits of a statement: seconds, memory, and bytes of its text, which is long for lookups of many ids and questions of meters. */
const SETTINGS: ClickHouseSettings = {
  max_execution_time: 10,
  max_memory_usage: '2000000000',
  max_query_size: '16000000',
  output_format_json_quote_64bit_integers: 0,
};

/**
 * Settings of inserts. The server does not buffer batches. An invalid escape sequence does not fail the whole batch. Inserts build no text
 * indexes, because merges would build these indexes again anyway.
 */
const INSERT_SETTINGS: ClickHouseSettings = {
  max_execution_time: 25,
  async_insert: 0,
  date_time_input_format: 'basic',
  input_format_json_throw_on_bad_escape_sequence: 0,
  materialize_skip_indexes_on_insert: 0,
};

/** A SELECT. `settings` become part of the SQL, because settings of a connection would also apply to later statements. */
export type Statement = {
  sql: string;
  params?: Record<string, string | number> | undefined;
  settings?: Record<string, number> | undefined;
};

/** Settings of a SELECT that must see every acknowledged row, even on a lagging replica. */
const FOR_SURE = { select_sequential_consistency: 1 };
/** Adds the settings {@link FOR_SURE} to a SELECT. */
export const forSure = ({ sql, params, settings }: Statement): Statement => ({
  sql,
  params,
  settings: { ...settings, ...FOR_SURE },
});

/**
 * A client of ClickHouse. Its errors have three classes: `Unavailable` (retry), `ContentError` (an INSERT's row is at fault), and any
 * other error, which is a defect.
 */
export class ClickHouse {
  private readonly logger = new Logger(ClickHouse.name);
  private readonly client: ClickHouseClient;
  private readonly flights = new Flights<unknown[]>();
  private readonly tls: { tls?: { ca_cert: Buffer } };

  /**
   * @param connections - maximum concurrent statements; further statements wait.
   * @param writing - additional settings of write statements.
   * @param caFile - CA certificates that verify the server's certificate.
   */
  constructor(
    private readonly url: string,
    connections = 8,
    private readonly writing: ClickHouseSettings = {},
    caFile?: string,
  ) {
    this.tls = caFile === undefined ? {} : { tls: { ca_cert: readFileSync(caFile) } };
    this.client = createClient({
      ...this.tls,
      url,
      request_timeout: REQUEST_TIMEOUT,
      max_open_connections: connections,
      clickhouse_settings: SETTINGS,
      // Errors are thrown; the caller decides what to log.
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  async createDatabase(onCluster = ''): Promise<void> {
    const server = new URL(this.url);
    const database = server.pathname.slice(1);
    server.pathname = '/default';
    const client = createClient({ ...this.tls, url: server.href, request_timeout: REQUEST_TIMEOUT });
    try {
      await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}${onCluster}` }).catch(rethrow(ofWrite));
    } finally {
      await client.close();
    }
  }

  /**
   * Runs a background SELECT, and validates each row with `schema`.
   * @throws Unavailable for any error of ClickHouse.
   */
  async rows<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    const rows = await this.read(statement).catch(rethrow(ofRead));
    return rows.map((row) => schema.parse(row));
  }

  /** Runs a SELECT with many rows, and passes each row to `take` as it arrives. */
  async readRows<Schema extends z.ZodType>(
    schema: Schema,
    statement: Statement,
    take: (row: z.output<Schema>) => void,
  ): Promise<void> {
    const query = { query: textOf(statement), format: 'JSONEachRow' as const };
    const read = async (): Promise<void> => {
      const answer = await this.client.query(query);
      for await (const rows of answer.stream<unknown>()) for (const row of rows) take(schema.parse(row.json()));
    };
    await read().catch(rethrow(ofRead));
  }

  /** Runs a SELECT for decisions, which sees every acknowledged row on every replica. */
  rowsForSure<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    return this.rows(schema, forSure(statement));
  }

  /**
   * Runs a SELECT for a waiting caller. The SELECT is part of the caller's query, and ends with the query. Callers who wait to send the
   * same statement share its result.
   * @throws Problem `unavailable` while ClickHouse does not respond, `rate_limited` if too many queries wait. The signal's reason if the
   * query was aborted.
   */
  async rowsNow<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    const question = currentQuestion();
    const rows = await (question ? this.shared(statement, question) : this.read(statement).catch(rethrow(forCaller)));
    return rows.map((row) => schema.parse(row));
  }

  /** Runs a statement without a result. */
  async run(sql: string): Promise<void> {
    const command = { query: sql, clickhouse_settings: this.writing };
    await measured('OTHER', () => this.client.command(command)).catch(rethrow(ofWrite));
  }

  /** Inserts all `rows` or none. If the request fails without a response, the rows may have been inserted. */
  async insert(table: string, rows: readonly object[]): Promise<void> {
    const settings = { ...INSERT_SETTINGS, ...this.writing };
    const insert = { table, values: rows, format: 'JSONEachRow' as const, clickhouse_settings: settings };
    await measured('INSERT', () => this.client.insert(insert)).catch(rethrow(ofWrite));
  }

  /** Inserts rows that are already bytes, in the format that `sql` names. */
  async insertBytes(sql: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const settings = { ...INSERT_SETTINGS, ...this.writing };
    const values = Readable.from(bytes, { objectMode: false });
    const sent = async (): Promise<void> => {
      const { stream } = await this.client.exec({ query: sql, values, clickhouse_settings: settings });
      await finished(stream.resume());
    };
    await measured('INSERT', sent).catch(rethrow(ofWrite));
  }

  async ping(): Promise<void> {
    const answer = await this.client.ping();
    if (!answer.success) throw ofRead(answer.error);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private shared(statement: Statement, question: Question): Promise<unknown[]> {
    const { signal, settings, turn } = question;
    const key = JSON.stringify([textOf(statement), statement.params, settings]);
    return this.flights.ask(key, signal, turn, () => this.ask(statement, question).catch(rethrow(forCaller)));
  }

  /** Runs a statement, and cancels it when the caller disconnects, because ClickHouse continues when only the connection closes. */
  private async ask(statement: Statement, { signal, settings }: Question): Promise<unknown[]> {
    signal.throwIfAborted();
    const mark = randomUUID();
    try {
      return await this.read(statement, {
        abort_signal: signal,
        clickhouse_settings: { ...settings, log_comment: mark },
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      await this.kill(mark);
      throw signal.reason;
    }
  }

  private async read(
    statement: Statement,
    more: Partial<Pick<QueryParams, 'abort_signal' | 'clickhouse_settings'>> = {},
  ) {
    const { params = {} } = statement;
    const query = { query: textOf(statement), query_params: params, format: 'JSONEachRow' as const, ...more };
    return measured('SELECT', async () => {
      const answer = await this.client.query(query);
      return answer.json<unknown>().catch((error: unknown) => {
        throw error instanceof SyntaxError ? new Unavailable('the answer broke off', { cause: error }) : error;
      });
    });
  }

  private async kill(mark: string): Promise<void> {
    const query = `KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`;
    await this.client.command({ query }).catch((error: unknown) => {
      this.logger.debug(
        { error: String(error) },
        'cancelling an abandoned statement failed, it runs until its deadline',
      );
    });
  }
}

const measured = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
  databaseOperation({ system: 'clickhouse', operation }, work);

const rethrow =
  (toError: (error: unknown) => unknown) =>
  (error: unknown): never => {
    throw toError(error);
  };

const forCaller = (error: unknown): unknown => {
  const reason = ofQuestion(error);
  return reason instanceof Unavailable ? Problem.unavailable('The event history', reason) : reason;
};

/** A SELECT with its settings, usable in a FROM. */
export function textOf({ sql, settings = {} }: Statement): string {
  const assignments = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return assignments.length === 0 ? sql : `${sql} SETTINGS ${assignments.join(', ')}`;
}
