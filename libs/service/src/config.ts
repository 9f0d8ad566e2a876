import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { productionFaults } from './secret.ts';
import { TraceConfig } from './telemetry/trace-config.ts';

export { isLoopback } from './loopback.ts';
export { generatedSecret, isSecret, outside, productionFaults, secret, secretList, weaknessOf } from './secret.ts';

/** Injection token of a service's parsed configuration. */
export const CONFIG = Symbol('config');

/** What every service reads from its environment. */
export const ServiceConfig = z.object({
  /** Address on which the process listens; in a container `0.0.0.0`. */
  HOST: z.string().default('127.0.0.1'),
  /** Port of its HTTP server. */
  PORT: z.coerce.number().int().min(0).max(65_535),
  /**
   * `production`, as in the image: the process refuses to start with stand-ins, the local OpenID provider, and secrets that are
   * published, short or easy to guess.
   */
  NODE_ENV: z.string().optional(),
  /** Least important lines that are logged. */
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /**
   * Seconds between a request to end and the end of accepting, in which the process is not ready and serves on: longer than a
   * load balancer takes to notice, and 5 at least behind one. With 0 it ends as soon as it has answered.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** Where identity answers; its JWKS verifies product tokens. */
  IDENTITY_URL: z.url(),
  ...TraceConfig.shape,
});
export type ServiceConfig = Omit<z.infer<typeof ServiceConfig>, keyof TraceConfig> & Partial<TraceConfig>;

/** What a service with live sockets reads. */
export const LiveConfig = z.object({
  /** Live sockets that one user may have open at once in one process. */
  LIVE_SOCKETS_PER_USER: z.coerce.number().int().min(1).default(20),
  /** Where the console is reached, which alone may open live connections from a browser; links in messages begin with it. */
  CONSOLE_URL: z.url(),
});
export type LiveConfig = z.infer<typeof LiveConfig>;

/** For processes whose port the internet reaches. */
export const MetricsConfig = z.object({
  /** Port on which only `/metrics` is, for Prometheus; without it there is none. The internet must not reach it. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
});

/** An environment variable that is on or off. */
export const Flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((value) => ['true', '1', 'on'].includes(value));

/** What a process with a schema reads, of PostgreSQL or of ClickHouse. */
export const MigrateConfig = z.object({
  /**
   * Whether a process migrates its schema when it starts. Where it is off, the command `migrate` does, before new versions of
   * the process start: they refuse to while a migration is pending.
   */
  MIGRATE_AT_START: Flag.default(true),
});

type Environment = Record<string, string | undefined>;

/** Names of the variables that a schema reads. */
const namesOf = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Of each `NAME_FILE` of the environment, whose `NAME` the schema has, the content of that file as `NAME`. */
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
 * The names that are missing or wrong, one a line, or the parsed configuration.
 * Variables set to the empty string count as absent, as in a compose file. `NAME_FILE` names a file that holds the value of
 * `NAME`, as orchestrators mount secrets; a line break at its end is left out. Secrets that others may know or guess, and
 * stand-ins, are wrong in production.
 * @param deliberate - names for which the empty string is a value like any other: leaving one empty is a mistake.
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

/** Reads the process's environment; with a bad one it prints every bad name and ends the process with exit code 1. */
export function readConfig<Schema extends z.ZodType>(
  service: string,
  schema: Schema,
  deliberate: readonly string[] = [],
): z.output<Schema> {
  const parsed = parseConfig(schema, process.env, deliberate);
  if ('config' in parsed) return parsed.config;
  process.stderr.write(
    `${service} cannot start, its environment is wrong:\n${parsed.faults.map((fault) => `  ${fault}\n`).join('')}`,
  );
  process.exit(1);
}
