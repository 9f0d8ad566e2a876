import { z } from 'zod';

/** Injection token of a service's parsed configuration. */
export const CONFIG = Symbol('config');

/** What every service reads from its environment. */
export const ServiceConfig = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Where identity answers; its JWKS verifies product tokens. */
  IDENTITY_URL: z.url(),
});
export type ServiceConfig = z.infer<typeof ServiceConfig>;

/** An environment variable that is on or off. */
export const Flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((value) => ['true', '1', 'on'].includes(value));

/**
 * The names that are missing or wrong, one a line, or the parsed configuration.
 * Variables set to the empty string count as absent, as in a compose file.
 * @param deliberate - names for which the empty string is a value like any other: leaving one empty is a mistake.
 */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Record<string, string | undefined>,
  deliberate: readonly string[] = [],
): { config: z.output<Schema> } | { faults: string[] } {
  const present = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (value !== '' || deliberate.includes(name)),
    ),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success) return { config: parsed.data };
  const faults = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `${name}: ${name in present ? issue.message : 'is not set'}`;
  });
  return { faults };
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
