import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isSecret, weakSecrets } from '@portico/service/config';
import { startServiceProcess } from '@portico/testkit';
import { z } from 'zod';
import { readServices, type Service } from '../src/configuration/services.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONSOLE_URL = 'https://portico.example.com';
const PUBLIC = { CONSOLE_URL, API_URL: CONSOLE_URL };
const PUBLISHED = 'for-this-machine-only-set-another-in-.env';
/** Names no account: Stripe refuses it, so that everything but payments works. */
const OPENS_NOTHING = 'sk_test_not_set';
const isUrl = (name: string): boolean => name.endsWith('_URL');

let services: Service[] = [];
beforeAll(async () => {
  services = await readServices(ROOT);
}, 60_000);

const secretsOf = ({ schema }: Service): string[] =>
  Object.entries(schema.shape).flatMap(([name, part]) => (part instanceof z.ZodType && isSecret(part) ? [name] : []));

describe('every secret of every service', () => {
  it('is refused when its value is published, where people reach Portico from outside', () => {
    for (const service of services)
      for (const name of secretsOf(service)) {
        const value = isUrl(name) ? `https://portico:${encodeURIComponent(PUBLISHED)}@db.example.com` : PUBLISHED;
        const faults = weakSecrets(service.schema, { ...PUBLIC, [name]: value });
        expect({ name, of: service.name, faults }).toEqual({
          name,
          of: service.name,
          faults: [expect.stringMatching(new RegExp(`^${name}: is published`))],
        });
      }
    expect(services.flatMap(secretsOf).length).toBeGreaterThan(20);
  });

  it('is refused with each default of docker-compose.yml and .env.example', () => {
    const text = ['docker-compose.yml', '.env.example']
      .map((name) => readFileSync(`${ROOT}/${name}`, 'utf8'))
      .join('\n');
    const defaults = [...text.matchAll(/\b\w+_(?:SECRET|SECRET_KEY|PASSWORD)(?::-|=|: )([^\s${}]+)/g)]
      .map(([, value = '']) => value)
      .filter((value) => value !== OPENS_NOTHING && !value.startsWith('/'));
    expect(new Set(defaults)).toEqual(new Set(['portico', 'whsec_not_set']));
    const [alerts] = services.filter(({ name }) => name === 'alerts');
    for (const value of defaults)
      expect(alerts && weakSecrets(alerts.schema, { ...PUBLIC, SIGNING_SECRET: value })).toHaveLength(1);
  });
});

it('a service ends at its start, and says why, with a published secret', async () => {
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
  await expect(start).rejects.toThrow('alerts cannot start, its environment is wrong:');
  await expect(start).rejects.toThrow(/SIGNING_SECRET: is published in Portico's repository, and API_URL is not/);
  await expect(start).rejects.toThrow(/SERVICE_SECRET: is easy to guess/);
}, 60_000);
