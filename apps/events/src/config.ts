import { guarded, KafkaConfig } from '@portico/kafka';
import { LiveConfig, MigrateConfig, sealingSecrets, secret, ServiceConfig, ServiceTokenConfig } from '@portico/service';
import { DatabaseConfig } from '@portico/postgres';
import { z } from 'zod';

/** The roles that a process of this service can have. */
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

/** Location and retention of the tables. */
export const TableConfig = z.object({
  ...MigrateConfig.shape,
  /** `http://user:password@host:port/database`; a missing database is created. */
  CLICKHOUSE_URL: secret(
    z.url().refine((url) => /^\/\w+$/.test(new URL(url).pathname), 'should end with the name of the database'),
  ),
  /** File with the CA certificates (PEM) that verify ClickHouse's certificate. Default: Node's CA certificates. */
  CLICKHOUSE_CA_FILE: z.string().optional(),
  /**
   * The kind of deployment that tables are created for. `single`: one node. `replicated`: a cluster of replicas; tables are created
   * on all nodes. `cloud`: a service with shared tables.
   */
  CLICKHOUSE_DEPLOYMENT: z.enum(['single', 'replicated', 'cloud']).default('single'),
  /** Name of the ClickHouse cluster. Default: the value of the servers' macro `cluster`. */
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w{}.-]+$/)
    .default('{cluster}'),
  /** Days for which events are stored. */
  EVENTS_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
});
export type TableConfig = z.infer<typeof TableConfig>;

/** Settings of the command `migrate`. */
export const SchemaConfig = TableConfig.extend(DatabaseConfig.shape);

/** Locations of Kafka and ClickHouse. */
export const EngineConfig = guarded(KafkaConfig.extend(TableConfig.shape));

/** Settings of the command `erase`. */
export const EraseConfig = guarded(KafkaConfig.extend(TableConfig.shape).extend(DatabaseConfig.shape));

export const EventsConfig = guarded(
  ServiceConfig.extend(EngineConfig.shape).extend({
    ...DatabaseConfig.shape,
    ...LiveConfig.shape,
    /** Secret that authenticates other services. Without it, other services cannot query lists and counts. */
    SERVICE_SECRET: ServiceTokenConfig.shape.SERVICE_SECRET.optional(),
    /** Key that decrypts webhook secrets, with the same value as in integrations. Without it, this service accepts no webhooks. */
    HOOKS_SECRET: sealingSecrets,
    /** Roles of this process; default: all. */
    EVENTS_ROLES: Roles.default(new Set(ROLES)),
    /**
     * Number of lookups in ClickHouse after which a process loads the identities of all stored events (1 to 512 MiB of memory), so
     * that most new events need no lookup. 0: never.
     */
    EVENTS_IDENTITIES_AFTER: z.coerce.number().int().min(0).default(10_000),
    /** Maximum cached counts of events by day, and maximum cached counts by hour, for lists. Each takes 32 bytes. 0: no cache. */
    EVENTS_COUNTS_IN_MEMORY: z.coerce.number().int().min(0).default(1_000_000),
  }),
);
export type EventsConfig = z.infer<typeof EventsConfig>;
