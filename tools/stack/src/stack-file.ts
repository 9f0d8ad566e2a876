import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** Where a stack that was started on a data directory is reached. Written by the launcher, read by scripts. */
export const StackFile = z.object({
  /** Of the data directory's layout. */
  version: z.int(),
  /** The launcher's process. */
  pid: z.int().positive(),
  /** False after an orderly end; true also after a crash, so look at `pid` too. */
  running: z.boolean(),
  consoleUrl: z.url(),
  apiUrl: z.url(),
  /** Comma list. */
  kafkaBrokers: z.string(),
  /** Whether this is the stack's own broker, at which its administrator signs on. */
  ownsKafka: z.boolean().default(false),
  /** With its trailing slash. */
  issuer: z.string(),
  clientId: z.string(),
  audience: z.string(),
  /** With user and password, as the services have them; empty while the stack does not run. */
  postgresUrl: z.string().default(''),
  clickhouseUrl: z.string().default(''),
  /** Where Stripe's API is answered; empty for Stripe itself. */
  stripeApiUrl: z.string().default(''),
  /** The page of the mails that were caught; empty with an SMTP server of one's own. */
  mailUrl: z.string().default(''),
});
export type StackFile = z.infer<typeof StackFile>;

/** The data directory that the environment names, or the default below the current directory. */
export const dataDirOf = (environment: NodeJS.ProcessEnv): string =>
  resolve(environment['PORTICO_DATA_DIR'] || '.portico');

export const stackFileOf = (dataDir: string): string => join(dataDir, 'stack.json');

/**
 * Reads what the stack of a data directory said of itself last.
 * @returns undefined when no stack was started there, or its file is of another version.
 */
export const readStack = (dataDir: string): StackFile | undefined => {
  try {
    return StackFile.safeParse(JSON.parse(readFileSync(stackFileOf(dataDir), 'utf8'))).data;
  } catch {
    return undefined;
  }
};
