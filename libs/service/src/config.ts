import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { productionFaults } from './secret.ts';
import { TraceConfig } from './telemetry/trace-config.ts';

export { isLoopback } from './loopback.ts';
export { isSecret, outside, productionFaults, secret, secretList, weaknessOf } from './secret.ts';

export const CONFIG = Symbol('config');

/** Settings of every service. */
export const ServiceConfig = z.object({
  /** Address that the process listens on; `0.0.0.0` in a container. */
  HOST: z.string().default('127.0.0.1'),
  /** Port of the HTTP server. */
  PORT: z.coerce.number().int().min(0).max(65_535),
  /**
   * `production` (set in the image) prevents a start with stand-ins, with the local OpenID provider, or with secrets that are
   * published, short or easy to guess.
   */
  NODE_ENV: z.string().optional(),
  /** Lowest level that is logged. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /**
   * Seconds for which an ending process serves requests but reports not ready. Must exceed the time in which a load balancer detects
   * this state, and be at least 5 behind a load balancer. 0: the process ends immediately after the open responses.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** URL of the identity service, whose JWKS verifies product tokens. */
  IDENTITY_URL: z.url(),
  ...TraceConfig.shape,
});
export type ServiceConfig = Omit<z.infer<typeof ServiceConfig>, keyof TraceConfig> & Partial<TraceConfig>;

/** Settings of services with live sockets. */
export const LiveConfig = z.object({
  /** Maximum live sockets per user and process. */
  LIVE_SOCKETS_PER_USER: z.coerce.number().int().min(1).default(20),
  /** URL of the console. Browsers may open live connections only from this origin. Links in messages begin with this URL. */
  CONSOLE_URL: z.url(),
});
export type LiveConfig = z.infer<typeof LiveConfig>;

/** Settings of processes whose port is public. */
export const MetricsConfig = z.object({
  /** Port that serves only `/metrics`, for Prometheus. The port must not be reachable from the internet. Default: none. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
});

export const Flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((value) => ['true', '1', 'on'].includes(value));

/** Settings of processes that own a PostgreSQL or ClickHouse schema. */
export const MigrateConfig = z.object({
  /**
   * Whether a process migrates its schema at start. If false, run the command `migrate` before starting a new version, which does not
   * start while a migration is pending.
   */
  MIGRATE_AT_START: Flag.default(true),
});

type Environment = Record<string, string | undefined>;

const namesOf = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** For each `NAME` in the schema, reads the value from the file that `NAME_FILE` names. */
function fromFiles(names: readonly string[], environment: Environment): { values: Environment; faults: string[] } {
  const [values, faults]: [Environment, string[]] = [{}, []];
  for (const name of names) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!file || names.includes(variable)) continue;
    if (environment[name]) faults.push(`${name}: is set, and ${variable} as well`);
    try {
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      faults.push(`${variable}: ${error instanceof Error ? error.message : String(error)}`);
      values[name] = '';
    }
  }
  return { values, faults };
}

/**
 * Parses a configuration. Returns the configuration, or one fault per missing or invalid variable. An empty variable counts as
 * missing, as in a compose file. `NAME_FILE` names a file with the value of `NAME`, such as a mounted secret; a trailing line break
 * is removed. In production, guessable secrets and stand-ins are invalid.
 * @param deliberate - names for which the empty string is a valid value.
 */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Environment,
  deliberate: readonly string[] = [],
): { config: z.output<Schema> } | { faults: string[] } {
  const files = fromFiles(namesOf(schema), environment);
  const present = Object.fromEntries(
    Object.entries({ ...environment, ...files.values }).filter(
      ([name, value]) => value !== undefined && (value !== '' || deliberate.includes(name)),
    ),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success && files.faults.length === 0) {
    const faults = schema instanceof z.ZodObject ? productionFaults(schema, present) : [];
    return faults.length > 0 ? { faults } : { config: parsed.data };
  }
  const faults = (parsed.error?.issues ?? [])
    .map((issue) => [String(issue.path[0]), issue.message] as const)
    .filter(([name]) => files.values[name] !== '')
    .map(([name, message]) => `${name}: ${name in present ? message : 'is not set'}`);
  return { faults: [...files.faults, ...faults] };
}

/** Parses the process's environment. If the environment is invalid, prints all faults and exits with 1. */
export function readConfig<Schema extends z.ZodType>(
  service: string,
  schema: Schema,
  deliberate: readonly string[] = [],
): z.output<Schema> {
  const parsed = parseConfig(schema, process.env, deliberate);
  if ('config' in parsed) return parsed.config;
  process.stderr.write(
    `${service} cannot start, its environment variables are invalid:\n${parsed.faults.map((fault) => `  ${fault}\n`).join('')}`,
  );
  process.exit(1);
}
