import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Engine, Outcome } from './engine.ts';
import { abandoned, toAnswer, unauthenticated } from './exception.ts';
import { createLanes } from './lanes.ts';
import { readStatement } from './request.ts';
import { isKill, resultFormat, type Statement } from './statement.ts';

type Credentials = { user: string; password: string };

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  JSON: 'application/json; charset=UTF-8',
  JSONEachRow: 'application/x-ndjson; charset=UTF-8',
  CSV: 'text/csv; charset=UTF-8; header=absent',
  CSVWithNames: 'text/csv; charset=UTF-8; header=present',
  TabSeparated: 'text/tab-separated-values; charset=UTF-8',
};

/**
 * ClickHouse's HTTP interface for the engine, for local clients. Statements run concurrently. Inserts have a separate limit, so
 * that slow queries do not delay inserts. A queued statement does not run if its client has disconnected. Only KILL QUERY stops a
 * running statement.
 */
export const createClickHouseServer = (engine: Engine, version: string, credentials: Credentials): Server => {
  const lanes = createLanes();

  const answerStatement = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    authenticate(request, url, credentials);
    const statement = await readStatement(request, url);
    // KILL QUERY does not wait behind running statements.
    const outcome = isKill(statement.sql)
      ? await engine.run(statement)
      : await lanes.run(statement.payload ? 'insert' : 'query', async () => {
          if (response.destroyed) throw abandoned();
          return engine.run(statement);
        });
    await sendOutcome(request, response, url, statement, outcome);
  };

  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://clickhouse');
    if (!url) return void response.writeHead(400).end('Bad request line\n');
    response.setHeader('X-ClickHouse-Server-Display-Name', 'portico');
    response.setHeader('X-ClickHouse-Timezone', 'UTC');
    response.setHeader('X-ClickHouse-Query-Id', url.searchParams.get('query_id') ?? randomUUID());
    if (isHealthCheck(request, url)) return void response.end('Ok.\n');
    if (url.pathname !== '/') return void response.writeHead(404).end(`There is no handle ${url.pathname}\n`);
    answerStatement(request, response, url).catch((error: unknown) => sendException(response, error, version));
  });
  server.keepAliveTimeout = 10_000;
  server.requestTimeout = 0; // an insert may stream its rows for any time
  return server;
};

const isHealthCheck = ({ method }: IncomingMessage, { pathname, searchParams }: URL) =>
  pathname === '/ping' ||
  pathname === '/replicas_status' ||
  (pathname === '/' && method === 'GET' && !searchParams.has('query'));

const authenticate = (request: IncomingMessage, url: URL, expected: Credentials) => {
  const { headers } = request;
  const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1];
  const [user = '', ...password] = basic ? Buffer.from(basic, 'base64').toString('utf8').split(':') : [];
  const given = basic
    ? { user, password: password.join(':') }
    : {
        user: headers['x-clickhouse-user']?.toString() ?? url.searchParams.get('user') ?? 'default',
        password: headers['x-clickhouse-key']?.toString() ?? url.searchParams.get('password') ?? '',
      };
  if (!isSame(given.user, expected.user) || !isSame(given.password, expected.password))
    throw unauthenticated(given.user);
};

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

const compress = promisify(gzip);

const sendOutcome = async (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  statement: Statement,
  outcome: Outcome,
) => {
  const format = resultFormat(statement.sql, statement.format);
  response.setHeader('X-ClickHouse-Format', format);
  response.setHeader('X-ClickHouse-Summary', summaryOf(outcome));
  response.setHeader('Content-Type', CONTENT_TYPES[format] ?? 'application/octet-stream');
  const wanted = url.searchParams.get('enable_http_compression') === '1';
  const accepted = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
  if (!wanted || !accepted) return void response.end(outcome.bytes);
  response.setHeader('Content-Encoding', 'gzip');
  response.end(await compress(outcome.bytes, { level: constants.Z_BEST_SPEED }));
};

const summaryOf = ({ elapsedNs, readRows, readBytes, writtenRows, writtenBytes }: Outcome) =>
  JSON.stringify({
    read_rows: String(readRows),
    read_bytes: String(readBytes),
    written_rows: String(writtenRows),
    written_bytes: String(writtenBytes),
    total_rows_to_read: '0',
    result_rows: String(writtenRows),
    result_bytes: String(writtenBytes),
    elapsed_ns: String(elapsedNs),
  });

const sendException = (response: ServerResponse, error: unknown, version: string) => {
  const { status, code, body } = toAnswer(error, version);
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.setHeader('X-ClickHouse-Exception-Code', String(code));
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=UTF-8' }).end(body);
  // Unread parts of the body would block the connection's next request.
  if (!response.req.complete) response.req.resume();
};
