import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openEngine } from './engine.ts';
import type { Statement } from './statement.ts';
import { createClickHouseServer } from './server.ts';

/**
 * Serves ClickHouse's HTTP interface for one data directory until SIGTERM: `node src/clickhouse/main.ts --data-dir X --port 0
 * --database portico`. The environment variables CLICKHOUSE_USER and CLICKHOUSE_PASSWORD set the credentials. Prints the line
 * `{"ready":true,"port":N}` when ready.
 */
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, port: { type: 'string' }, database: { type: 'string' } },
});
const directory = values['data-dir'];
const database = values.database ?? 'default';
const user = process.env['CLICKHOUSE_USER'];
const password = process.env['CLICKHOUSE_PASSWORD'];
if (directory === undefined || user === undefined || password === undefined || !/^\w+$/.test(database)) {
  process.stderr.write('--data-dir, a plain --database, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD are needed\n');
  process.exit(1);
}

mkdirSync(directory, { recursive: true });
const engine = openEngine(directory);
const statement = (sql: string): Statement => ({
  sql,
  format: 'TabSeparated',
  database: undefined,
  settings: new Map(),
  parameters: new Map(),
  payload: undefined,
});
await engine.run(statement(`CREATE DATABASE IF NOT EXISTS ${database}`));
const answer = await engine.run(statement('SELECT version()'));
const version = Buffer.from(answer.bytes).toString('utf8').trim();

const server = createClickHouseServer(engine, version, { user, password });
server.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
server.listen(Number(values.port ?? 0), '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`);
});

/** Milliseconds for running statements to end before the process is killed. The engine cannot interrupt a statement. */
const GRACE_MS = 1_000;
let ending = false;
const end = () => {
  if (ending) return;
  ending = true;
  // Killing the process is as safe as a crash, because all acknowledged data is on disk. An orderly exit would wait for the
  // running statement.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
  server.close(() => {
    engine.close();
    process.exit(0);
  });
  server.closeIdleConnections();
};
process.on('SIGTERM', end);
process.on('SIGINT', end);
