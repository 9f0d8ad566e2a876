import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '@portico/service';
import fc from 'fast-check';
import { KafkaConfig } from '../config.ts';
import { connectionOptions } from '../connection.ts';
import { guarded } from '../guarded.ts';
import { bearerTokens } from './bearer-tokens.ts';

const HERE = { KAFKA_BROKERS: 'localhost:9092' };
const OAUTH = {
  KAFKA_SASL_MECHANISM: 'oauthbearer',
  KAFKA_OAUTH_TOKEN_URL: 'https://login.example.com/token',
  KAFKA_OAUTH_CLIENT_ID: 'portico-orgs',
  KAFKA_OAUTH_CLIENT_SECRET: 'secret',
};
const faultsOf = (environment: Record<string, string>): string[] => {
  const parsed = parseConfig(guarded(KafkaConfig), environment);
  return 'faults' in parsed ? parsed.faults : [];
};

describe('the SASL configuration', () => {
  it.each([
    [{ KAFKA_SASL_MECHANISM: 'aws-msk-iam' }, ['KAFKA_MSK_REGION: is not set']],
    [
      { KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_OAUTH_CLIENT_ID: 'portico-orgs' },
      ['KAFKA_OAUTH_TOKEN_URL: is not set', 'KAFKA_OAUTH_CLIENT_SECRET: is not set'],
    ],
    [
      { ...OAUTH, KAFKA_OAUTH_TOKEN_URL: 'http://login.example.com/token' },
      [
        'KAFKA_OAUTH_TOKEN_URL: login.example.com is not this machine, and the URL is not https; KAFKA_INSECURE=true asks all the same',
      ],
    ],
  ])('rejects %j', (given, faults) => expect(faultsOf({ ...HERE, ...given })).toEqual(faults));

  it.each<Record<string, string>>([
    OAUTH,
    { ...OAUTH, KAFKA_OAUTH_TOKEN_URL: 'http://127.0.0.1:8080/token' },
    { KAFKA_SASL_MECHANISM: 'aws-msk-iam', KAFKA_MSK_REGION: 'eu-central-1' },
    { ...OAUTH, KAFKA_BROKERS: 'kafka-1:9092', KAFKA_SSL_ENABLED: 'true' },
  ])('accepts %j', (given) => expect(faultsOf({ ...HERE, ...given })).toEqual([]));
});

describe('bearer tokens', () => {
  it('are reused only while at least a fifth of their lifetime is left', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1_000, max: 900_000 }), pauses, async (life, steps) => {
        let [now, requests] = [0, 0];
        const ends = new Map<string, number>();
        const provide = bearerTokens(
          async () => {
            const value = `token ${(requests += 1)}`;
            ends.set(value, now + life);
            return { value, endsAt: now + life };
          },
          () => now,
        );
        for (const step of steps) {
          now += step;
          const { value } = await provide();
          expect(ends.get(value) ?? 0).toBeGreaterThanOrEqual(now + life / 5);
          expect(await provide()).toEqual({ value });
        }
      }),
    );
  });

  it('are requested once for concurrent connections, and again after a failure', async () => {
    let requests = 0;
    const provide = bearerTokens(async () => {
      requests += 1;
      if (requests === 1) throw new Error('away');
      return { value: 'good', endsAt: Date.now() + 60_000 };
    });
    await expect(Promise.all([provide(), provide()])).rejects.toThrow('away');
    expect(await Promise.all([provide(), provide(), provide()])).toEqual(
      Array.from({ length: 3 }, () => ({ value: 'good' })),
    );
    expect(requests).toBe(2);
  });
});

describe('the mechanism aws-msk-iam', () => {
  it('creates a token that is signed with the AWS credentials of the environment', async () => {
    process.env['AWS_ACCESS_KEY_ID'] = 'AKIDEXAMPLE';
    process.env['AWS_SECRET_ACCESS_KEY'] = 'a secret of the test';
    const { sasl } = connectionOptions(
      KafkaConfig.parse({ ...HERE, KAFKA_SASL_MECHANISM: 'aws-msk-iam', KAFKA_MSK_REGION: 'eu-central-1' }),
    );
    if (!sasl || !('oauthBearerProvider' in sasl)) throw new Error('no provider of tokens');
    const { value } = await sasl.oauthBearerProvider();
    const url = new URL(Buffer.from(value, 'base64url').toString());
    expect(sasl.mechanism).toBe('oauthbearer');
    expect(url.host).toBe('kafka.eu-central-1.amazonaws.com');
    expect(url.searchParams.get('Action')).toBe('kafka-cluster:Connect');
    expect(url.searchParams.get('X-Amz-Credential')).toMatch(/^AKIDEXAMPLE\/\d{8}\/eu-central-1\/kafka-cluster\//);
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(await sasl.oauthBearerProvider()).toEqual({ value });
  }, 60_000);
});
