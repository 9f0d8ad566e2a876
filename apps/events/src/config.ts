import { guarded, KafkaConfig } from '@portico/kafka';
import { LiveConfig, MigrateConfig, sealingSecrets, secret, ServiceConfig, ServiceTokenConfig } from '@portico/service';
import { DatabaseConfig } from '@portico/postgres';
import { z } from 'zod';

/** What one process of the service can do. */
export const ROLES = ['ingest', 'doors', 'live', 'queries'] as const;
export type Role = (typeof ROLES)[number];

const isRole = (name: string): name is Role => ROLES.some((role) => role === name);

const Roles = z.string().transform((list, context): ReadonlySet<Role> => {
  const names = list.split(',').map((name) => name.trim());
  const roles = names.filter(isRole);
  if (roles.length < names.length)
    context.addIssue(`should be a list, separated by commas, of ${ROLES.join(', ')}, and is '${list}'`);
  return new Set(roles);
});

/** Where the tables are, and how they are kept. */
export const TableConfig = z.object({
  ...MigrateConfig.shape,
  /** `http://user:password@host:port/database`; the database is created when it is absent. */
  CLICKHOUSE_URL: secret(
    z.url().refine((url) => /^\/\w+$/.test(new URL(url).pathname), 'should end with the name of the database'),
  ),
  /** File of the certificates (PEM) that the server's is checked against; without it, those that Node knows. */
  CLICKHOUSE_CA_FILE: z.string().optional(),
  /**
   * What the tables are made for: one node; `replicated`: a cluster of replicas, whose tables are made on all of its nodes at
   * once; `cloud`: a service that makes every table a shared one.
   */
  CLICKHOUSE_DEPLOYMENT: z.enum(['single', 'replicated', 'cloud']).default('single'),
  /** Name of the cluster; the default is what each server's macro says. */
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w{}.-]+$/)
    .default('{cluster}'),
  /** Days for which events are kept after they were stored. */
  EVENTS_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
});
export type TableConfig = z.infer<typeof TableConfig>;

/** What the command `migrate` needs. */
export const SchemaConfig = TableConfig.extend(DatabaseConfig.shape);

/** Where the engines of events are. */
export const EngineConfig = guarded(KafkaConfig.extend(TableConfig.shape));

export const EventsConfig = guarded(
  ServiceConfig.extend(EngineConfig.shape).extend({
    ...DatabaseConfig.shape,
    ...LiveConfig.shape,
    /** Without it no other service can ask for lists and counts. */
    SERVICE_SECRET: ServiceTokenConfig.shape.SERVICE_SECRET.optional(),
    /** Decrypts secrets of webhooks; the same in integrations and events. Without it the door takes no webhooks. */
    HOOKS_SECRET: sealingSecrets,
    /** What this process does; every role without it. */
    EVENTS_ROLES: Roles.default(new Set(ROLES)),
    /**
     * Events that a process looks up in ClickHouse before it reads the identities of all stored ones into memory, 32 MiB, by which
     * it knows most new ones as new without asking; 0: never.
     */
    EVENTS_IDENTITIES_AFTER: z.coerce.number().int().min(0).default(10_000),
    /** Counts of events, by day and by hour, that are kept in memory for lists, of each kind; 32 bytes a count. 0: none. */
    EVENTS_COUNTS_IN_MEMORY: z.coerce.number().int().min(0).default(1_000_000),
  }),
);
export type EventsConfig = z.infer<typeof EventsConfig>;
