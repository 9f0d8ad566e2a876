import { execFile, execFileSync } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '@portico/stack';

const run = promisify(execFile);

const works = (): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
export const hasOpenssl = works();

export type TlsPostgres = {
  /** URL with the host `localhost`, the only name in the server's certificate. */
  url: string;
  /** File of the CA that signed the server's certificate. `otherCa`: file of a CA that did not sign it. */
  ca: string;
  otherCa: string;
  stop: () => Promise<void>;
};

/** Starts a PostgreSQL server that rejects connections without TLS. */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-tls-'));
  const cluster = join(dataDir, 'postgres');
  const { port, stop } = await startPostgres({ dataDir, fast: true });
  await stop();

  const openssl = (...args: string[]) => run('openssl', args, { cwd: dataDir });
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-subj', `/CN=${name}`];
  for (const authority of ['ca', 'other-ca'])
    await openssl('req', '-x509', ...key(authority), '-days', '1', '-out', `${authority}.pem`);
  await openssl('req', ...key('localhost'), '-out', 'server.csr');
  await writeFile(join(dataDir, 'names'), 'subjectAltName=DNS:localhost\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '1', '-extfile', 'names'];
  await openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', join(cluster, 'server.crt'));
  await run('cp', [join(dataDir, 'localhost.key'), join(cluster, 'server.key')]);
  await writeFile(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  await appendFile(join(cluster, 'postgresql.conf'), 'ssl = on\n');
  const { uid, gid } = await stat(join(cluster, 'PG_VERSION'));
  for (const file of ['server.crt', 'server.key']) await chown(join(cluster, file), uid, gid);
  await chmod(join(cluster, 'server.key'), 0o600);

  const postgres = await startPostgres({ dataDir, port, fast: true });
  return {
    url: postgres.url.replace('127.0.0.1', 'localhost'),
    ca: join(dataDir, 'ca.pem'),
    otherCa: join(dataDir, 'other-ca.pem'),
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
