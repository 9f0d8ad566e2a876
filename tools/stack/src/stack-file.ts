import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The addresses of a stack on a data directory. Written by the launcher, read by scripts. */
export const StackFile = z.object({
  /** Version of the data directory's layout. */
  version: z.int(),
  pid: z.int().positive(),
  /** False after an orderly stop, but true after a crash, so check `pid` too. */
  running: z.boolean(),
  consoleUrl: z.url(),
  apiUrl: z.url(),
  /** Addresses of the brokers, separated by commas. */
  kafkaBrokers: z.string(),
  /** Whether this is the stack's own broker, at which its administrator authenticates. */
  ownsKafka: z.boolean().default(false),
  /** URL of the issuer, with its trailing slash. */
  issuer: z.string(),
  clientId: z.string(),
  audience: z.string(),
  /** URL with user and password, as the services use it. Empty while the stack is not running. */
  postgresUrl: z.string().default(''),
  clickhouseUrl: z.string().default(''),
  /** Address of the Stripe stand-in. Empty for the real Stripe. */
  stripeApiUrl: z.string().default(''),
  /** The page of caught mails. Empty if another SMTP server is configured. */
  mailUrl: z.string().default(''),
});
export type StackFile = z.infer<typeof StackFile>;

/** The data directory from the environment, or the default below the current directory. */
export const dataDirOf = (environment: NodeJS.ProcessEnv): string =>
  resolve(environment['PORTICO_DATA_DIR'] || '.portico');

export const stackFileOf = (dataDir: string): string => join(dataDir, 'stack.json');

/** @returns undefined if no stack was started on this directory, or the file has another version. */
export const readStack = (dataDir: string): StackFile | undefined => {
  try {
    return StackFile.safeParse(JSON.parse(readFileSync(stackFileOf(dataDir), 'utf8'))).data;
  } catch {
    return undefined;
  }
};
