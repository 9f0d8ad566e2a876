import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually, freePort } from '@portico/testkit';

/** Path of PgBouncer on Debian. */
const PGBOUNCER = '/usr/sbin/pgbouncer';

export const hasPgBouncer = existsSync(PGBOUNCER);

type Pooler = { url: string; stop: () => Promise<void> };

/** Starts PgBouncer in transaction mode: all clients of a database share one connection to PostgreSQL. */
export async function startPooler(postgresUrl: string): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(postgresUrl);
  const folder = await mkdtemp(join(tmpdir(), 'portico-pooler-'));
  const listenPort = await freePort();
  const configuration = join(folder, 'pgbouncer.ini');
  await writeFile(
    configuration,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 1
`,
  );
  await chmod(folder, 0o755);
  // Like PostgreSQL, PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child: ChildProcess = spawn(PGBOUNCER, ['-q', ...user, configuration], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const url = `postgres://${username}@127.0.0.1:${listenPort}`;
  await eventually(async () => {
    const client = new Client({ connectionString: `${url}/postgres` });
    await client.connect();
    await client.end();
    return true;
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
