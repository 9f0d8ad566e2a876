import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { parseConfig } from './config.ts';
import { generatedSecret, secret, weaknessOf } from './secret.ts';

const Example = z.object({
  API_URL: z.url().optional(),
  CONSOLE_URL: z.url().optional(),
  KAFKA_PUBLIC_BROKERS: z.string().optional(),
  OWN: generatedSecret(z.string()).optional(),
  DATABASE_URL: secret(z.string().optional()),
});
const PUBLISHED = 'for-this-machine-only-set-another-in-.env';
const PUBLIC = { CONSOLE_URL: 'https://portico.example.com' };
const faultsWith = (environment: Record<string, string>): string[] => {
  const parsed = parseConfig(Example, environment);
  return 'faults' in parsed ? parsed.faults : [];
};

describe('a secret', () => {
  it.each(['base64', 'base64url', 'hex'] as const)('passes when it is random, as %s', (encoding) => {
    // 16 bytes are 32 hexadecimal digits; openssl's example makes 32 bytes.
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
  ])('is easy to guess when it is %s', (text) => {
    expect(faultsWith({ ...PUBLIC, OWN: text })).toEqual([
      expect.stringMatching(/^OWN: is easy to guess, and CONSOLE/),
    ]);
  });

  it('is refused when it is published, also as the password of a URL or the first of a list', () => {
    const published = expect.stringContaining(
      "is published in Portico's repository, and CONSOLE_URL is not this machine",
    );
    expect(faultsWith({ ...PUBLIC, OWN: PUBLISHED })).toEqual([published]);
    expect(faultsWith({ ...PUBLIC, DATABASE_URL: 'postgres://portico:portico@db.example.com' })).toEqual([published]);
    const random = createHash('sha256').update('random').digest('hex');
    expect(faultsWith({ ...PUBLIC, OWN: `${PUBLISHED},${random}` })).toEqual([published]);
    expect(faultsWith({ ...PUBLIC, OWN: `${random},${PUBLISHED}` })).toEqual([]);
    expect(faultsWith({ ...PUBLIC, OWN: random, DATABASE_URL: 'postgres://portico:s3cr-et@db' })).toEqual([]);
  });

  it.each([
    [{}, true],
    [{ CONSOLE_URL: 'http://localhost:3000', API_URL: 'http://127.0.0.1:3001' }, true],
    [{ CONSOLE_URL: 'http://[::1]:3000', KAFKA_PUBLIC_BROKERS: 'localhost:9092,127.0.0.1:9093' }, true],
    [{ CONSOLE_URL: 'http://localhost:3000', API_URL: 'http://192.168.0.7:3001' }, false],
    [{ CONSOLE_URL: 'http://localhost.example.com' }, false],
    [{ CONSOLE_URL: 'http://localhost', KAFKA_PUBLIC_BROKERS: 'localhost:9092,kafka.example.com:9092' }, false],
  ])('may be published where people reach Portico at %j: %s', (environment, isAccepted) => {
    expect(faultsWith({ ...environment, OWN: PUBLISHED }).length === 0).toBe(isAccepted);
  });
});
