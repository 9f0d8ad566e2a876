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
 * indexes are left to the merges, which would rebuild them anyway.
 */
const INSERT_SETTINGS: ClickHouseSettings = {
  max_execution_time: 25,
  async_insert: 0,
  date_time_input_format: 'basic',
  input_format_json_throw_on_bad_escape_sequence: 0,
  materialize_skip_indexes_on_insert: 0,
};

/** `settings` go into the text: on a connection they would hold for whatever comes after. */
export type Statement = {
  sql: string;
  params?: Record<string, string | number> | undefined;
  settings?: Record<string, number> | undefined;
};

/** Settings of a SELECT of everything that was acknowledged, also of a replica that lags. */
export const FOR_SURE = { select_sequential_consistency: 1 };
/** The same SELECT with them. */
export const forSure = ({ sql, params, settings }: Statement): Statement => ({
  sql,
  params,
  settings: { ...settings, ...FOR_SURE },
});

/**
 * The connection to ClickHouse. What it rejects with is of three classes: `Unavailable` (retry), `ContentError` (an INSERT
 * blames a row), and anything else, which is a defect.
 */
export class ClickHouse {
  private readonly logger = new Logger(ClickHouse.name);
  private readonly client: ClickHouseClient;
  private readonly flights = new Flights<unknown[]>();
  private readonly tls: { tls?: { ca_cert: Buffer } };

  /**
   * @param connections - statements that run at once; more wait for one of them.
   * @param writing - further settings of statements that write.
   * @param caFile - certificates that the server's is checked against.
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
      // Errors are thrown; the caller decides what is worth a log line.
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

  /** Rows of one SELECT in the background, each checked by `schema`. @throws Unavailable whatever ClickHouse says against it. */
  async rows<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    const rows = await this.read(statement).catch(rethrow(ofRead));
    return rows.map((row) => schema.parse(row));
  }

  /** The same of very many rows, which `take` gets as they come: nothing waits for all of them. */
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

  /** The same for what is decided by: nothing that was acknowledged is missing, whichever replica answers. */
  rowsForSure<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    return this.rows(schema, forSure(statement));
  }

  /**
   * The same for a caller who waits, as part of the caller's question, with which it ends. Callers who wait for their turn to ask
   * the same share one statement.
   * @throws Problem `unavailable` while ClickHouse cannot answer, `rate_limited` as admission says. The reason of the question's
   * signal.
   */
  async rowsNow<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    const question = currentQuestion();
    const rows = await (question ? this.shared(statement, question) : this.read(statement).catch(rethrow(forCaller)));
    return rows.map((row) => schema.parse(row));
  }

  /** One statement without an answer. */
  async run(sql: string): Promise<void> {
    const command = { query: sql, clickhouse_settings: this.writing };
    await measured('OTHER', () => this.client.command(command)).catch(rethrow(ofWrite));
  }

  /** One insert of all `rows`, whole or not at all; when it rejects without an answer, either may be so. */
  async insert(table: string, rows: readonly object[]): Promise<void> {
    const settings = { ...INSERT_SETTINGS, ...this.writing };
    const insert = { table, values: rows, format: 'JSONEachRow' as const, clickhouse_settings: settings };
    await measured('INSERT', () => this.client.insert(insert)).catch(rethrow(ofWrite));
  }

  /**
   * The same for rows that are text already, in the format that `sql` names. One thread reads them: several threads take
   * more of the machine for the same rows.
   */
  async insertText(sql: string, text: AsyncIterable<Buffer>): Promise<void> {
    const settings = { ...INSERT_SETTINGS, ...this.writing, input_format_parallel_parsing: 0 as const };
    const values = Readable.from(text, { objectMode: false });
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

  /** A statement of a question ends when the caller has gone: ClickHouse keeps running one whose connection is closed. */
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
      this.logger.debug({ error: String(error) }, 'kill of an abandoned statement failed, it runs until its deadline');
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

/** A SELECT with its settings, which may stand in a FROM. */
export function textOf({ sql, settings = {} }: Statement): string {
  const given = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return given.length === 0 ? sql : `${sql} SETTINGS ${given.join(', ')}`;
}
