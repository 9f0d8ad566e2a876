import { readFileSync } from 'node:fs';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { type DatabaseConfig, SslMode } from './config.ts';

const PORT = 5_432;

export type ConnectionOptions = Required<Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database'>> &
  Pick<ClientConfig, 'connectionTimeoutMillis' | 'statement_timeout' | 'lock_timeout'> & {
    ssl: TlsOptions | false;
  };

/** TLS options that verify the certificate chain, but not the server's name. */
const ANY_NAME = { checkServerIdentity: () => undefined };

/**
 * Returns the TLS options for an `sslmode`, as in libpq, with a different default: `verify-full` if a CA file is set, otherwise no TLS.
 * As in libpq, `require` verifies the certificate chain if a CA file is set.
 */
function sslOf(mode: SslMode | undefined, caFile: string | undefined): TlsOptions | false {
  const ca = caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') };
  switch (mode ?? (caFile === undefined ? 'disable' : 'verify-full')) {
    case 'disable':
      return false;
    case 'no-verify':
      return { rejectUnauthorized: false };
    case 'require':
      return caFile === undefined ? { rejectUnauthorized: false } : { ...ca, ...ANY_NAME };
    case 'verify-ca':
      return { ...ca, ...ANY_NAME };
    case 'verify-full':
      return ca;
  }
}

/** Options that bypass the pooler, for work that needs a session. */
export const directOptions = (config: DatabaseConfig, database: string): ConnectionOptions =>
  connectionOptions({ ...config, POSTGRES_URL: config.POSTGRES_DIRECT_URL ?? config.POSTGRES_URL }, database);

/** @throws Error if the CA file cannot be read. */
export function connectionOptions(config: DatabaseConfig, database: string): ConnectionOptions {
  const { hostname, port, username, password, searchParams } = new URL(config.POSTGRES_URL);
  const caFile = config.POSTGRES_CA_FILE ?? searchParams.get('sslrootcert') ?? undefined;
  return {
    host: decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1'),
    port: port === '' ? PORT : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database,
    ssl: sslOf(SslMode.optional().parse(searchParams.get('sslmode') ?? undefined), caFile),
    connectionTimeoutMillis: config.POSTGRES_CONNECT_TIMEOUT_SECONDS * 1_000,
    statement_timeout: config.POSTGRES_STATEMENT_TIMEOUT_SECONDS * 1_000,
    lock_timeout: config.POSTGRES_LOCK_TIMEOUT_SECONDS * 1_000,
  };
}
