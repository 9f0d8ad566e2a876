import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@portico/testkit';
import { startClickHouse, type RunningClickHouse } from './index.ts';
import { LANES } from './lanes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portico-clickhouse-'));
let clickhouse: RunningClickHouse;
let client: ClickHouseClient;

const options = () => ({
  url: clickhouse.url,
  max_open_connections: 2 * LANES.query,
  log: { level: ClickHouseLogLevel.OFF },
});
const rowsOf = async <Row>(query: string, query_params: Record<string, unknown> = {}): Promise<Row[]> =>
  (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>();
const bytes = (text: string) => Readable.from([text], { objectMode: false });

beforeAll(async () => {
  clickhouse = await startClickHouse({ dataDir });
  client = createClient(options());
  await client.command({ query: 'CREATE TABLE events (id UInt64, message String) ENGINE = MergeTree ORDER BY id' });
}, 600_000);

afterAll(async () => {
  await client.close();
  await clickhouse.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the embedded ClickHouse over HTTP, with the unmodified client', () => {
  it('serves the database of the URL', async () => {
    expect(await client.ping()).toEqual({ success: true });
    expect(await rowsOf('SELECT currentDatabase() AS name')).toEqual([{ name: 'portico' }]);
  });

  it('stores a stream of rows and reports their number', async () => {
    const rows = Array.from({ length: 2_500 }, (_, id) => ({ id, message: `streamed ${id}` }));
    const inserted = await client.insert({ table: 'events', values: Readable.from(rows), format: 'JSONEachRow' });
    expect(inserted.summary?.written_rows).toBe('2500');
    const lines = Readable.from(
      rows.map(({ id, message }) => `${JSON.stringify({ id: id + 2_500, message })}\n`),
      { objectMode: false },
    );
    const sent = await client.exec({ query: 'INSERT INTO events FORMAT JSONEachRow', values: lines });
    expect(sent.summary?.written_rows).toBe('2500');
    expect(await rowsOf('SELECT toUInt32(count()) AS count FROM events')).toEqual([{ count: 5_000 }]);
  });

  it('accepts settings in the statement, several formats, an empty insert and compressed bodies', async () => {
    const packed = createClient({ ...options(), compression: { request: true, response: true } });
    await packed.insert({
      table: 'events SETTINGS input_format_json_throw_on_bad_escape_sequence=0',
      values: [{ id: 10_000, message: 'packed' }],
      format: 'JSONEachRow',
    });
    await packed.insert({ table: 'events', values: [], format: 'JSONEachRow' });
    await client.insert({ table: 'events', values: bytes('10001,"comma, separated"\n'), format: 'CSV' });
    const answer = await packed.query({
      query: 'SELECT message FROM events WHERE id >= 10000 ORDER BY id',
      format: 'JSON',
    });
    expect((await answer.json<{ message: string }>()).data.map(({ message }) => message)).toEqual([
      'packed',
      'comma, separated',
    ]);
    await packed.close();
  });

  it('stores the text after a blank line as rows instead of running it', async () => {
    const insert = (format: string, rows: string) =>
      client.exec({ query: `INSERT INTO events FORMAT ${format}`, values: bytes(rows) });
    await insert('JSONCompactEachRow', '[70001, "one"]\n\n\n[70002, "two"]\n\n[70003,\n\n{"a"\n\n:1}]');
    expect(await rowsOf('SELECT toUInt32(id) AS id, message FROM events WHERE id > 70000 ORDER BY id')).toEqual([
      { id: 70_001, message: 'one' },
      { id: 70_002, message: 'two' },
      { id: 70_003, message: expect.stringMatching(/^\{"a"\s+:1\}$/) },
    ]);
    await expect(insert('CSV', '70004,"one"\n\nDROP TABLE events')).rejects.toThrow('Cannot parse');
    const native = "SELECT toUInt64(70005) AS id, 'a\\n\\nb' AS message FORMAT Native";
    const { stream } = await client.exec({ query: native });
    await client.exec({ query: 'INSERT INTO events FORMAT Native', values: stream });
    expect(await rowsOf('SELECT message FROM events WHERE id = 70005')).toEqual([{ message: 'a\n\nb' }]);
    await expect(insert('Native', 'x')).rejects.toThrow();
    await expect(client.exec({ query: 'INSERT INTO events VALUES', values: bytes('(1, 2)') })).rejects.toThrow(
      'FORMAT',
    );
    expect(readdirSync(join(dataDir, 'clickhouse', 'inserts'))).toEqual([]);
    await client.command({ query: 'ALTER TABLE events DELETE WHERE id > 70000 SETTINGS mutations_sync = 1' });
  });

  it('binds parameters as values, whatever they contain', async () => {
    const nasty = `it's \\ "quoted"; {x:String}\n\tДа 🙂`;
    const [row] = await rowsOf<Record<string, unknown>>(
      'SELECT {text:String} AS text, {list:Array(UInt32)} AS list, {none:Nullable(String)} AS none, {column:Identifier} AS id FROM events LIMIT 1',
      { text: nasty, list: [1, 2], none: null, column: 'message' },
    );
    expect(row).toMatchObject({ text: nasty, list: [1, 2], none: null });
  });

  it('keeps the parameters of parallel queries separate', async () => {
    const wanted = Array.from({ length: 60 }, (_, index) => `value ${index}`);
    const got = await Promise.all(
      wanted.map(async (value) => (await rowsOf<{ value: string }>('SELECT {value:String} AS value', { value }))[0]),
    );
    expect(got.map((row) => row?.value)).toEqual(wanted);
  });

  it('resets settings, parameters and the database after each statement', async () => {
    const settings = { max_threads: 1, date_time_output_format: 'iso' } as const;
    const during = await client.query({
      query: "SELECT getSetting('max_threads') AS threads",
      clickhouse_settings: { ...settings, max_threads: 7 },
      format: 'JSONEachRow',
    });
    expect(await during.json()).toEqual([{ threads: 7 }]);
    await client.command({ query: 'USE system' });
    const [after] = await rowsOf<{ threads: number; name: string }>(
      "SELECT getSetting('max_threads') AS threads, currentDatabase() AS name",
    );
    expect(after?.threads).not.toBe(7);
    expect(after?.name).toBe('portico');
    await expect(rowsOf('SELECT {value:String}')).rejects.toMatchObject({ code: '456' });
  });
});

describe('a statement with the same settings as the previous one', () => {
  const ask = async <Row>(query: string, comment?: string): Promise<Row | undefined> => {
    const clickhouse_settings = { max_threads: 1, ...(comment && { log_comment: comment }) };
    const [row] = await (await client.query({ query, clickhouse_settings, format: 'JSONEachRow' })).json<Row>();
    return row;
  };
  const state =
    "SELECT getSetting('max_block_size') AS size, getSetting('log_comment') AS comment, currentDatabase() AS name";

  it('has only its own settings, not those of the previous statement', async () => {
    const before = await ask(state);
    expect(before).toMatchObject({ comment: '', name: 'portico' });
    expect(await ask(`${state} SETTINGS max_block_size = 7`, 'mine')).toMatchObject({ size: 7, comment: 'mine' });
    expect(await ask(state)).toEqual(before);
    await expect(ask('SELECT throwIf(1)', 'mine')).rejects.toThrow();
    expect(await ask(state)).toEqual(before);
  });

  it('runs concurrently with other statements', async () => {
    const all = Array.from({ length: 60 }, (_, index) => `comment ${index}`);
    const requests = all.map((comment) => ask<{ comment: string }>(`${state}, sleep(0.01)`, comment));
    expect((await Promise.all(requests)).map((row) => row?.comment)).toEqual(all);
    expect(await ask(state)).toMatchObject({ comment: '' });
  });
});

describe('a rejected statement', () => {
  it.each([
    ['SELECT * FROM absent', { code: '60', type: 'UNKNOWN_TABLE' }],
    ['SELEC 1', { code: '62', type: 'SYNTAX_ERROR' }],
    ['SELECT 1; SELECT 2', { code: '62' }],
    ['SELECT sum(number) FROM numbers(1000000000000) SETTINGS max_execution_time = 1', { code: '159' }],
    ['SELECT groupArray(number) FROM numbers(100000000) SETTINGS max_memory_usage = 50000000', { code: '241' }],
  ])('returns the error code of ClickHouse: %s', async (query, error) => {
    await expect(client.command({ query })).rejects.toMatchObject(error);
  });

  it('may use at most 2 GiB of memory by default', async () => {
    const query = "SELECT toString(getSetting('max_memory_usage')) AS bytes";
    expect(await rowsOf(query)).toEqual([{ bytes: '2147483648' }]);
  });

  it('gets the same response as from a ClickHouse server over HTTP', async () => {
    const { origin, username, password } = new URL(clickhouse.url);
    const headers = { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password };
    const unknown = await fetch(`${origin}/?query=SELECT%20*%20FROM%20absent&query_id=mine`, { headers });
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('x-clickhouse-exception-code')).toBe('60');
    expect(unknown.headers.get('x-clickhouse-query-id')).toBe('mine');
    expect(await unknown.text()).toMatch(/^Code: 60\. DB::Exception: .*\(UNKNOWN_TABLE\) \(version 26\..*\)\n$/s);

    const written = await fetch(`${origin}/?query=DROP%20DATABASE%20portico`, { headers });
    expect(written.headers.get('x-clickhouse-exception-code')).toBe('164'); // GET only reads
    expect((await fetch(`${origin}/?query=SELECT%201`)).headers.get('x-clickhouse-exception-code')).toBe('516');
    expect(
      (await fetch(`${origin}/?query=SELECT%201`, { headers: { ...headers, 'X-ClickHouse-Key': 'no' } })).status,
    ).toBe(403);
    expect((await fetch(`${origin}/`)).status).toBe(200);
  });

  it('stores no row of a batch that contains a malformed row', async () => {
    const values = bytes('{"id":20000,"message":"whole"}\n{"id":"torn\n');
    const sent = client.exec({ query: 'INSERT INTO events FORMAT JSONEachRow', values });
    await expect(sent).rejects.toMatchObject({ code: expect.stringMatching(/^\d+$/) });
    expect(await rowsOf('SELECT id FROM events WHERE id = 20000')).toEqual([]);
  });
});

const endless = (mark: string, signal?: AbortSignal) =>
  client.command({
    query: `SELECT sum(cityHash64(number)) FROM numbers(1000000000000) FORMAT Null SETTINGS log_comment = '${mark}', max_threads = 1`,
    ...(signal && { abort_signal: signal }),
  });
const kill = (mark: string, how: 'ASYNC' | 'TEST') =>
  rowsOf(`KILL QUERY WHERE Settings['log_comment'] = '${mark}' ${how}`);

describe('inserts and quick queries', () => {
  it('run while endless queries are running', async () => {
    const slow = Array.from({ length: 3 }, () => expect(endless('slow')).rejects.toMatchObject({ code: '394' }));
    await eventually(async () => (await kill('slow', 'TEST')).length === slow.length);
    await client.insert({ table: 'events', values: [{ id: 30_000, message: 'quick' }], format: 'JSONEachRow' });
    expect(await rowsOf('SELECT message FROM events WHERE id = 30000')).toEqual([{ message: 'quick' }]);
    expect(await kill('slow', 'ASYNC')).toHaveLength(slow.length);
    await Promise.all(slow);
  });
});

describe('an abandoned query', () => {
  it('never starts if its client disconnects while it is queued', async () => {
    const running = Array.from({ length: LANES.query }, () =>
      expect(endless('running')).rejects.toMatchObject({ code: '394' }),
    );
    await eventually(async () => (await kill('running', 'TEST')).length === LANES.query);
    const gone = new AbortController();
    const waiting = expect(endless('waiting', gone.signal)).rejects.toThrow('aborted');
    gone.abort();
    await waiting;
    await kill('running', 'ASYNC');
    await Promise.all(running);
    expect(await rowsOf('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await kill('waiting', 'TEST')).toEqual([]);
  }, 60_000);
});

it('the ClickHouse process stops although a query never ends', async () => {
  const failed = expect(endless('left')).rejects.toThrow();
  await eventually(async () => (await kill('left', 'TEST')).length === 1);
  await clickhouse.stop();
  await failed;
});
