import { MigrateConfig, secret } from '@portico/service';
import { z } from 'zod';

/** libpq's, and `no-verify`: TLS with any certificate. */
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
   * Names the server and the account, no database: each service uses its own, named after it. `sslmode` and
   * `sslrootcert` may stand in it as for libpq.
   */
  POSTGRES_URL: secret(PostgresUrl),
  /**
   * The same server past a pooler in transaction mode, for what needs a session of its own: migrations, and the outbox relay's
   * notifications.
   */
  POSTGRES_DIRECT_URL: secret(PostgresUrl.optional()),
  /** File of the certificates (PEM) that the server's is checked against; the same as `sslrootcert` in the URL. */
  POSTGRES_CA_FILE: z.string().optional(),
  /** Connections of one process at most, without the one of its outbox relay. */
  POSTGRES_POOL_SIZE: z.coerce.number().int().min(1).max(1_000).default(10),
  /** Seconds until a connection has to be there; 0: no limit, as for the next two. */
  POSTGRES_CONNECT_TIMEOUT_SECONDS: seconds(10),
  /** Ends a statement that runs longer, in seconds. Migrations are not limited. */
  POSTGRES_STATEMENT_TIMEOUT_SECONDS: seconds(60),
  /** Ends a statement that waits longer for a lock, in seconds. */
  POSTGRES_LOCK_TIMEOUT_SECONDS: seconds(30),
});
export type DatabaseConfig = z.infer<typeof DatabaseConfig>;
