import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { parseConfig } from './config.ts';
import { sealingSecrets } from './sealing.ts';
import { generatedSecret, outside, secret, secretList, weaknessOf } from './secret.ts';

const Example = z.object({
  API_URL: z.url().optional(),
  CONSOLE_URL: z.url().optional(),
  KAFKA_PUBLIC_BROKERS: z.string().optional(),
  OWN: generatedSecret(z.string()).optional(),
  DATABASE_URL: secret(z.string().optional()),
  ISSUER: outside(z.url()).optional(),
  VERIFIER: outside(z.url()).default('https://verify.example.com'),
  LIST: secretList.optional(),
  SEALING: sealingSecrets,
});
const PUBLISHED = 'for-this-machine-only-set-another-in-.env';
const PUBLIC = { CONSOLE_URL: 'https://portico.example.com' };
const faultsWith = (environment: Record<string, string>): string[] => {
  const parsed = parseConfig(Example, environment);
  return 'faults' in parsed ? parsed.faults : [];
};

describe('a secret', () => {
  it.each(['base64', 'base64url', 'hex'] as const)('is accepted if it is random: %s', (encoding) => {
    // 16 bytes give 32 hexadecimal digits, which is the minimum length. `openssl rand -base64 32` generates 32 bytes.
    const bytes = encoding === 'hex' ? 16 : 32;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = createHash('sha256').update(`secret ${seed}`).digest().subarray(0, bytes);
        expect(weaknessOf(random.toString(encoding), { isGenerated: true })).toBeUndefined();
      }),
    );
  });

  it.each([
    'x'.repeat(32),
    'ab'.repeat(30),
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '12345678901234567890123456789012',
    'secret01secret01secret01secret01',
    'passwordpasswordpasswordpassword',
  ])('counts as easy to guess if it is %s', (text) => {
    expect(faultsWith({ ...PUBLIC, OWN: text })).toEqual([
      expect.stringMatching(/^OWN: is easy to guess, and CONSOLE/),
    ]);
  });

  it('is rejected if it is published, also as the password of a URL or the first item of a list', () => {
    const published = expect.stringContaining(
      "is published in Portico's repository, and CONSOLE_URL is not this machine",
    );
    expect(faultsWith({ ...PUBLIC, OWN: PUBLISHED })).toEqual([published]);
    expect(faultsWith({ ...PUBLIC, DATABASE_URL: 'postgres://portico:portico@db.example.com' })).toEqual([published]);
    const random = createHash('sha256').update('random').digest('hex');
    expect(faultsWith({ ...PUBLIC, OWN: `${PUBLISHED},${random}` })).toEqual([published]);
    expect(faultsWith({ ...PUBLIC, OWN: `${random},${PUBLISHED}` })).toEqual([]);
    expect(faultsWith({ ...PUBLIC, OWN: random, DATABASE_URL: 'postgres://portico:s3cr-et-9@db' })).toEqual([]);
  });

  it.each([
    [{}, true],
    [{ CONSOLE_URL: 'http://localhost:3000', API_URL: 'http://127.0.0.1:3001' }, true],
    [{ CONSOLE_URL: 'http://[::1]:3000', KAFKA_PUBLIC_BROKERS: 'localhost:9092,127.0.0.1:9093' }, true],
    [{ CONSOLE_URL: 'http://localhost:3000', API_URL: 'http://192.168.0.7:3001' }, false],
    [{ CONSOLE_URL: 'http://localhost.example.com' }, false],
    [{ CONSOLE_URL: 'http://localhost', KAFKA_PUBLIC_BROKERS: 'localhost:9092,kafka.example.com:9092' }, false],
  ])('is accepted, although it is published, only if all addresses are local: %j, %s', (environment, isAccepted) => {
    expect(faultsWith({ ...environment, OWN: PUBLISHED }).length === 0).toBe(isAccepted);
  });
});

describe('NODE_ENV=production', () => {
  const production = { NODE_ENV: 'production' };
  const random = (name: string): string => createHash('sha256').update(name).digest('hex');

  it.each([
    [{ OWN: PUBLISHED }, "OWN: is published in Portico's repository"],
    [{ OWN: 'x'.repeat(40) }, 'OWN: is easy to guess'],
    [{ DATABASE_URL: 'postgres://portico:portico@db' }, "DATABASE_URL: is published in Portico's repository"],
    [{ DATABASE_URL: 'postgres://portico:s3cret@db' }, 'DATABASE_URL: is shorter than 8 characters'],
    [{ ISSUER: 'http://localhost:3002/' }, 'ISSUER: is this machine, where stand-ins answer'],
    [{ VERIFIER: 'http://[::1]:3003/' }, 'VERIFIER: is this machine, where stand-ins answer'],
    [{ ISSUER: 'http://sign-on.example.com/' }, 'ISSUER: is not https'],
    [{ LIST: `${random('a')},${PUBLISHED}` }, "LIST: is published in Portico's repository"],
  ])('rejects %j with one line', (environment, line) => {
    expect(faultsWith({ ...production, ...environment })).toEqual([expect.stringContaining(line)]);
    expect(faultsWith({ ...production, ...environment })[0]).toMatch(
      /, and NODE_ENV is production(?:$|; generate another)/,
    );
    expect(faultsWith({ NODE_ENV: 'development', ...environment })).toEqual([]);
  });

  it('accepts generated secrets, external addresses and accounts without a password', () => {
    const environment = {
      OWN: random('own'),
      LIST: `${random('new')},${random('old')}`,
      // The second secret only decrypts earlier values, so it may be published.
      SEALING: `${random('new')},${PUBLISHED}`,
      DATABASE_URL: 'postgres://portico@db',
      ISSUER: 'https://sign-on.example.com/',
    };
    expect(faultsWith({ ...production, ...environment })).toEqual([]);
  });
});

describe('a list of secrets', () => {
  it('keeps the order of the secrets and rejects the list if any secret is too short', () => {
    expect(secretList.parse(`${'a'.repeat(32)},${'b'.repeat(32)}`)).toEqual(['a'.repeat(32), 'b'.repeat(32)]);
    expect(secretList.safeParse(`${'a'.repeat(32)},short`).success).toBe(false);
    expect(secretList.safeParse(`${'a'.repeat(32)},`).success).toBe(false);
  });
});
