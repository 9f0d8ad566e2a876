import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isSecret, productionFaults } from '@portico/service/config';
import { startServiceProcess } from '@portico/testkit';
import { z } from 'zod';
import { readServices, type Service } from '../src/configuration/services.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONSOLE_URL = 'https://portico.example.com';
const PUBLIC = { CONSOLE_URL, API_URL: CONSOLE_URL };
const PUBLISHED = 'for-this-machine-only-set-another-in-.env';
/** The default Stripe key, which belongs to no account. Stripe rejects this key, but everything except payments works. */
const OPENS_NOTHING = 'sk_test_not_set';
const isUrl = (name: string): boolean => name.endsWith('_URL');

/** Every setting for a secret. `generated`: only Portico uses the secret. `given`: another system defines the secret. */
const KINDS: Readonly<Record<string, 'generated' | 'given'>> = {
  ALERTS_SECRET: 'generated',
  CLICKHOUSE_URL: 'given',
  HOOKS_SECRET: 'generated',
  HTTPS_PROXY: 'given',
  KAFKA_OAUTH_CLIENT_SECRET: 'given',
  KAFKA_SASL_PASSWORD: 'given',
  OTEL_EXPORTER_OTLP_HEADERS: 'given',
  POSTGRES_DIRECT_URL: 'given',
  POSTGRES_URL: 'given',
  RECAPTCHA_SECRET: 'given',
  SERVICE_SECRET: 'generated',
  SIGNING_SECRET: 'generated',
  SMTP_URL: 'given',
  STRIPE_SECRET_KEY: 'given',
  STRIPE_WEBHOOK_SECRET: 'given',
};
/** Variables that are named like secrets, but contain public values, addresses or names of files. */
const NO_SECRETS = [
  'KAFKA_OAUTH_TOKEN_URL',
  'KAFKA_SSL_KEY_FILE',
  'RATE_LIMIT_TOKENS_PER_MINUTE',
  'RECAPTCHA_SITE_KEY',
  'SIGNING_KEY_DAYS',
];
const STAND_INS: readonly string[] = [
  'EGRESS_LOCAL_ORIGIN',
  'OIDC_ISSUER',
  'OPSGENIE_EU_URL',
  'OPSGENIE_URL',
  'PAGERDUTY_URL',
  'RECAPTCHA_SCRIPT_URL',
  'RECAPTCHA_URL',
  'SLACK_API_URL',
  'STRIPE_API_URL',
];

let services: Service[] = [];
beforeAll(async () => {
  services = await readServices(ROOT);
}, 60_000);

const secretsOf = ({ schema }: Service): string[] =>
  Object.entries(schema.shape).flatMap(([name, part]) => (part instanceof z.ZodType && isSecret(part) ? [name] : []));

/** Returns a variable's kind, by the production check: only a `generated` secret fails it with a long but guessable value. */
const kindOf = (name: string): 'generated' | 'given' =>
  services.some(({ schema }) => productionFaults(schema, { NODE_ENV: 'production', [name]: 'x'.repeat(40) }).length > 0)
    ? 'generated'
    : 'given';

describe('the production checks', () => {
  it('recognize every secret and its kind', () => {
    const found = Object.fromEntries(
      services.flatMap((service) => secretsOf(service).map((name) => [name, kindOf(name)])),
    );
    expect(found).toEqual(KINDS);
    const named = services.flatMap(({ schema }) =>
      Object.keys(schema.shape).filter((name) => /SECRET|PASSWORD|TOKEN|KEY|CREDENTIAL/.test(name) && !(name in KINDS)),
    );
    expect([...new Set(named)].toSorted()).toEqual(NO_SECRETS);
  });

  it.each(Object.entries(KINDS))('reject %s when it is short or easy to guess', (name, kind) => {
    const values = isUrl(name) || name.endsWith('_PROXY') ? 'https://portico:s3cret@db.example.com' : 's3cret';
    const weak = { generated: 'x'.repeat(40), given: values };
    const readers = services.filter((service) => secretsOf(service).includes(name));
    for (const { schema } of readers)
      expect(productionFaults(schema, { NODE_ENV: 'production', [name]: weak[kind] })).toEqual([
        expect.stringMatching(new RegExp(`^${name}: is .*, and NODE_ENV is production(?:$|; generate)`)),
      ]);
  });

  it('reject a local address in each variable for a server that has a stand-in', () => {
    const refused = services.flatMap(({ schema }) =>
      Object.keys(schema.shape).filter((name) =>
        productionFaults(schema, { NODE_ENV: 'production', [name]: 'http://localhost:4000' })[0]?.includes('stand-ins'),
      ),
    );
    expect([...new Set(refused)].toSorted()).toEqual(STAND_INS);
  });

  it('reject a published value of every secret if Portico has a public URL', () => {
    for (const service of services)
      for (const name of secretsOf(service)) {
        const value = isUrl(name) ? `https://portico:${encodeURIComponent(PUBLISHED)}@db.example.com` : PUBLISHED;
        const faults = productionFaults(service.schema, { ...PUBLIC, [name]: value });
        expect({ name, of: service.name, faults }).toEqual({
          name,
          of: service.name,
          faults: [expect.stringMatching(new RegExp(`^${name}: is published`))],
        });
      }
    expect(services.flatMap(secretsOf).length).toBeGreaterThan(20);
  });

  it('reject a secret that is a default in docker-compose.yml or .env.example', () => {
    const text = ['docker-compose.yml', '.env.example']
      .map((name) => readFileSync(`${ROOT}/${name}`, 'utf8'))
      .join('\n');
    const defaults = [...text.matchAll(/\b\w+_(?:SECRET|SECRET_KEY|PASSWORD)(?::-|=|: )([^\s${}]+)/g)]
      .map(([, value = '']) => value)
      .filter((value) => value !== OPENS_NOTHING && !value.startsWith('/'));
    expect(new Set(defaults)).toEqual(new Set(['portico', 'whsec_not_set']));
    const [alerts] = services.filter(({ name }) => name === 'alerts');
    for (const value of defaults)
      expect(alerts && productionFaults(alerts.schema, { ...PUBLIC, SIGNING_SECRET: value })).toHaveLength(1);
  });
});

it('a service exits at its start with a published secret, and logs why', async () => {
  const environment = {
    ...PUBLIC,
    POSTGRES_URL: 'postgres://db.invalid',
    KAFKA_BROKERS: '127.0.0.1:1',
    IDENTITY_URL: 'http://127.0.0.1:1',
    EVENTS_URL: 'http://127.0.0.1:1',
    SIGNING_SECRET: PUBLISHED,
    SERVICE_SECRET: 'x'.repeat(40),
  };
  const start = startServiceProcess('alerts', environment);
  await expect(start).rejects.toThrow('alerts cannot start, its environment variables are invalid:');
  await expect(start).rejects.toThrow(/SIGNING_SECRET: is published in Portico's repository, and API_URL is not/);
  await expect(start).rejects.toThrow(/SERVICE_SECRET: is easy to guess/);
}, 60_000);
