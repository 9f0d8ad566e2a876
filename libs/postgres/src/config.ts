import { MigrateConfig, secret } from '@portico/service';
import { z } from 'zod';

/** Values of `sslmode`: some modes of libpq, and `no-verify`, which accepts any certificate. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
export const SslMode = z.enum(SSL_MODES);
export type SslMode = z.infer<typeof SslMode>;

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(86_400).default(fallback);

const PostgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).refine(
  (url) => {
    const mode = URL.canParse(url) ? new URL(url).searchParams.get('sslmode') : null;
    return mode === null || SslMode.safeParse(mode).success;
  },
  { message: `sslmode has to be one of ${SSL_MODES.join(', ')}` },
);

export const DatabaseConfig = z.object({
  ...MigrateConfig.shape,
  /**
   * Server and account, without a database name: each service uses a database with the service's name. `sslmode` and `sslrootcert`
   * work as in libpq.
   */
  POSTGRES_URL: secret(PostgresUrl),
  /** Address of the same server without the pooler. Migrations and notifications need a session, which a pooler may not provide. */
  POSTGRES_DIRECT_URL: secret(PostgresUrl.optional()),
  /** File with the CA certificates (PEM) that verify the server's certificate. Overrides `sslrootcert` in the URL. */
  POSTGRES_CA_FILE: z.string().optional(),
  /** Maximum connections of one process, not counting the outbox relay's connection. */
  POSTGRES_POOL_SIZE: z.coerce.number().int().min(1).max(1_000).default(10),
  /** Timeout for connecting, in seconds. 0: no limit. */
  POSTGRES_CONNECT_TIMEOUT_SECONDS: seconds(10),
  /** Timeout of a statement, in seconds. 0: no limit. Migrations are exempt. */
  POSTGRES_STATEMENT_TIMEOUT_SECONDS: seconds(60),
  /** Timeout for waiting for a lock, in seconds. 0: no limit. */
  POSTGRES_LOCK_TIMEOUT_SECONDS: seconds(30),
});
export type DatabaseConfig = z.infer<typeof DatabaseConfig>;
