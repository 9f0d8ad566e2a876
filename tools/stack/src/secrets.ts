import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './process/system-error.ts';

/**
 * Secrets of one data directory: the engines' passwords, the signing key of links, the base of the services' Kafka passwords, and the
 * local Stripe's keys. Every directory has its own, created at its first start.
 */
type Secrets = {
  postgres: string;
  clickhouse: string;
  signing: string;
  kafka: string;
  service: string;
  /** Encrypts webhook secrets. */
  hooks: string;
  stripeKey: string;
  stripeWebhook: string;
};

const newPassword = () => randomBytes(18).toString('base64url');
const newSecret = () => randomBytes(32).toString('base64url');
const newHex = () => randomBytes(24).toString('hex');

/** Reads the secrets of a data directory, or creates them. Adds secrets that an older Portico did not have. */
export const secretsOf = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json');
  const made: Secrets = {
    postgres: newPassword(),
    clickhouse: newPassword(),
    signing: newSecret(),
    kafka: newSecret(),
    service: newSecret(),
    hooks: newSecret(),
    stripeKey: `sk_test_${newHex()}`,
    stripeWebhook: `whsec_${newHex()}`,
  };
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    const whole = { ...made, ...stored };
    if (Object.keys(stored).length < Object.keys(whole).length) {
      writeFileSync(`${file}.new`, JSON.stringify(whole), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    return whole;
  }
};
