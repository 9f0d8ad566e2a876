import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { syntaxError, tooLarge, unknownSetting, unsupported } from './exception.ts';
import { isInsert, isSeveral, type Statement, takesRows } from './statement.ts';

/** Maximum bytes of a decompressed body. An insert is buffered completely, so that all of its rows are stored or none. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;
/** Default memory limit of one query. A parameter in the URL overrides it. */
const DEFAULT_SETTINGS = { max_memory_usage: String(2 * 1024 ** 3) };
/** Parameters of the HTTP interface that are not settings. */
const INTERFACE_PARAMETERS = new Set(
  'query database user password query_id quota_key stacktrace role default_format buffer_size wait_end_of_query close_session client_protocol_version session_id session_check session_timeout compress decompress'.split(
    ' ',
  ),
);
const UNPACK = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Parses a request to ClickHouse's HTTP interface: the statement from `query` or the body, rows of an INSERT from the body,
 * everything else from the URL.
 * @throws ClickHouseException if a ClickHouse server would reject the request.
 */
export const readStatement = async (request: IncomingMessage, url: URL): Promise<Statement> => {
  refuseUnsupported(url.searchParams);
  const body = await readBody(request);
  const query = url.searchParams.get('query') ?? '';
  const carriesRows = isInsert(query);
  const sql = carriesRows ? query : [query, body.toString('utf8')].filter(Boolean).join('\n');
  if (sql.trim() === '') throw syntaxError('Syntax error: empty query');
  if (isSeveral(sql)) throw syntaxError('Syntax error (Multi-statements are not allowed)');
  const format = request.headers['x-clickhouse-format'] ?? url.searchParams.get('default_format') ?? 'TabSeparated';
  return {
    sql,
    format: String(format),
    database: url.searchParams.get('database') ?? request.headers['x-clickhouse-database']?.toString(),
    ...readSettings(url.searchParams, request.method),
    payload: carriesRows ? payloadOf(query, body) : undefined,
  };
};

/**
 * Returns the rows in the body of an INSERT that names their format. Returns undefined for other statements, such as SELECT or
 * INSERT … VALUES.
 * @throws ClickHouseException if another statement has rows in the body.
 */
const payloadOf = (query: string, body: Buffer): Buffer | undefined => {
  if (takesRows(query)) return body;
  if (body.length > 0) throw unsupported('Rows in the body need a FORMAT at the end of the statement');
  return undefined;
};

const readSettings = (search: URLSearchParams, method: string | undefined) => {
  const settings = new Map(Object.entries(DEFAULT_SETTINGS));
  const parameters = new Map<string, string>();
  for (const [name, value] of search) {
    if (INTERFACE_PARAMETERS.has(name)) continue;
    if (!/^[A-Za-z_][\w.]*$/.test(name)) throw unknownSetting(name);
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else settings.set(name, value);
  }
  // Parameters are set like session settings. `readonly` is set last, because it forbids setting parameters.
  if (method === 'GET') settings.set('readonly', '2');
  return { settings, parameters };
};

const refuseUnsupported = (search: URLSearchParams) => {
  if (search.has('session_id')) throw unsupported('Sessions are not kept by the embedded ClickHouse');
  for (const name of ['compress', 'decompress'])
    if (search.get(name) === '1') throw unsupported(`${name}=1 is not spoken here; use HTTP compression`);
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity' && !isPacking(encoding))
    throw unsupported(`Unknown compression method: ${encoding}`);
  const stream = encoding !== undefined && isPacking(encoding) ? request.pipe(UNPACK[encoding]()) : request;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge(`Body is over ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const isPacking = (encoding: string): encoding is keyof typeof UNPACK => encoding in UNPACK;
