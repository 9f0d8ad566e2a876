import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type IdentityProvider, startIdentityProvider } from '@portico/stack/identity-provider';
import { productToken } from '@portico/stack/sign-in';
import {
  caller,
  engines,
  eventually,
  LiveViewer,
  type OwnEngines,
  Publisher,
  read,
  startOwnEngines,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ChartProcesses } from './chart-processes.ts';

const LONG = 300_000;
const CONSOLE_URL = 'https://console.portico.test';
const CLIENT = { OIDC_CLIENT_ID: 'portico-console', OIDC_AUDIENCE: 'https://api.portico.test' };
const ADMIN = 'superadmin@portico.test';

const folder = mkdtempSync(join(tmpdir(), 'portico-chart-test-'));
const chart = new ChartProcesses();
let [own, provider]: [OwnEngines, IdentityProvider] = [undefined as never, undefined as never];
let migrated: Record<string, number> = {};

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<meta name="portico:api-url" content="" /><title>Portico</title>');
  own = await startOwnEngines();
  provider = await startIdentityProvider({
    port: 0,
    host: '127.0.0.1',
    dataDir: join(folder, 'provider'),
    consoleUrl: CONSOLE_URL,
    clientId: CLIENT.OIDC_CLIENT_ID,
    audience: CLIENT.OIDC_AUDIENCE,
  });
  await chart.place();
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/chart_${randomUUID().slice(0, 8)}`;
  const secret = randomBytes(32).toString('base64url');
  chart.substitute({
    variables: {
      ...CLIENT,
      KAFKA_BROKERS: own.environment.KAFKA_BROKERS,
      OIDC_ISSUER: provider.issuer,
      SUPER_ADMIN_EMAIL: ADMIN,
      API_URL: chart.address('gateway'),
      CONSOLE_URL,
      CONSOLE_FOLDER: folder,
    },
    secrets: {
      POSTGRES_URL: own.environment.POSTGRES_URL,
      POSTGRES_DIRECT_URL: own.environment.POSTGRES_URL,
      CLICKHOUSE_URL: clickhouse.href,
      SIGNING_SECRET: secret,
      SERVICE_SECRET: secret,
      HOOKS_SECRET: secret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: `whsec_${secret}`,
    },
  });
  migrated = await chart.migrate();
  await chart.start();
}, LONG);
afterAll(async () => {
  await chart.stop();
  await provider?.stop();
  await own?.stop();
  rmSync(folder, { recursive: true });
}, 60_000);

it("the chart's jobs migrate every service, and then every process starts", () => {
  expect(Object.keys(migrated)).toContain('events migrate');
  expect(new Set(Object.values(migrated))).toEqual(new Set([0]));
});

it(
  "the chart's processes deliver events from Kafka and from POST /ingest/events to lists and live viewers",
  async () => {
    const apiUrl = chart.address('gateway');
    const signOn = {
      issuer: provider.issuer,
      clientId: CLIENT.OIDC_CLIENT_ID,
      audience: CLIENT.OIDC_AUDIENCE,
      redirectUri: `${CONSOLE_URL}/callback`,
      account: ADMIN,
    };
    const { accessToken } = await eventually(() => productToken({ apiUrl, ...signOn }), 60_000);
    const admin = caller(apiUrl, accessToken);
    const make = async <Made>(path: string, body: unknown): Promise<Made> => {
      const answer = await eventually(async () => {
        const { status, body: made } = await admin('POST', path, body);
        if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(made)}`);
        return { made };
      }, 30_000);
      return answer.made as Made;
    };
    const organization = await make<{ id: number }>('/organizations', { name: 'Chart', country: 'USA' });
    const integration = await make<{ id: number }>('/integrations', {
      name: 'chart',
      displayName: 'Chart',
      organizationId: organization.id,
    });
    await admin('PUT', `/integrations/${integration.id}/trust`, { trust: 'observe' });
    const { key } = await make<{ key: string }>(`/integrations/${integration.id}/keys`, { label: 'server' });
    const ids = { source_id: integration.id, organization_id: organization.id };
    const viewer = await new LiveViewer(apiUrl, accessToken).open();
    const [published, sent] = [integrationEvent(ids), integrationEvent(ids)];
    await eventually(async () => {
      const { status, body } = await caller(apiUrl, key)('POST', '/ingest/events', sent);
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      return true;
    }, 30_000);
    // The response 202 shows that the services know the key. Because the trust level changed before the key, they know it too.
    const publisher = new Publisher(own.kafka);
    await publisher.publish(published);
    await publisher.disconnect();
    const wanted = [published.id, sent.id].toSorted();
    await eventually(() => wanted.every((id) => viewer.rows.has(id)), 30_000);
    await eventually(async () => {
      const { data } = await read<{ data: { id: string }[] }>(admin, '/events');
      expect(data.map(({ id }) => id).toSorted()).toEqual(wanted);
      return true;
    }, 30_000);
    viewer.check();
    viewer.socket.disconnect();
  },
  LONG,
);

it('the chart serves the console', async () => {
  const page = await fetch(`${chart.address('console-server')}/events`);
  expect(await page.text()).toContain(`content="${chart.address('gateway')}"`);
  expect(page.headers.get('content-security-policy')).toContain(new URL(provider.issuer).origin);
});
