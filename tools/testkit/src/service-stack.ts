import { randomUUID } from 'node:crypto';
import type { Usertype } from '@portico/contracts/common/roles';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { freePort } from '@portico/stack/process';
import { engines } from './engines.ts';
import { type Call, caller } from './http.ts';
import { integrationEvent } from './integration-event.ts';
import { type OwnEngines, startOwnEngines } from './own-engines.ts';
import { Publisher } from './publisher.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { startTestTokens, type TestTokens } from './test-tokens.ts';

/** Services that run as separate processes and communicate only over Kafka. */
export type ServiceStack<App extends string> = {
  own: OwnEngines;
  url: (app: App) => string;
  token: (usertype: Usertype, id: number) => Promise<string>;
  as: (app: App, usertype: Usertype, id: number) => Promise<Call>;
  publish: (source_id: number, organization_id: number, fields?: Partial<IntegrationEvent>) => Promise<string>;
  /** Crashes a service, and restarts it at the same address. */
  crash: (app: App) => Promise<void>;
  stop: () => Promise<void>;
};

/** Environment variables of services on a suite's engines and tokens. Stripe, and by default the events service, are unreachable. */
export const serviceEnvironment = (
  own: Pick<OwnEngines, 'environment'>,
  tokens: Pick<TestTokens, 'identityUrl'>,
): Record<string, string> => ({
  ...own.environment,
  EVENTS_URL: 'http://127.0.0.1:9',
  IDENTITY_URL: tokens.identityUrl,
  CONSOLE_URL: 'http://localhost:3000',
  API_URL: 'http://localhost:3001',
  SIGNING_SECRET: 'a secret that only the tests know and long enough',
  HOOKS_SECRET: 'a secret of webhooks that only the tests know',
  SERVICE_SECRET: 'another secret that only the tests know',
  // Integrations accept events from the shared topic by default, because suites publish there.
  INTEGRATION_TRUST_DEFAULT: 'open',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_URL: 'http://127.0.0.1:9',
});

export async function startServiceStack<App extends string>(
  apps: readonly App[],
  settings: Record<string, string> = {},
): Promise<ServiceStack<App>> {
  const [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/stack_${randomUUID().slice(0, 8)}`;
  const eventsPort = String(await freePort());
  const environment = {
    ...serviceEnvironment(own, tokens),
    CLICKHOUSE_URL: clickhouse.href,
    EVENTS_URL: `http://127.0.0.1:${eventsPort}`,
    ...settings,
  };
  const services = new Map<App, ServiceProcess>();
  const start = async (app: App, port?: string): Promise<void> => {
    services.set(app, await startServiceProcess(app, { ...environment, ...(port && { PORT: port }) }));
  };
  await Promise.all(apps.map((app) => start(app, app === 'events' ? eventsPort : undefined)));
  const publisher = new Publisher(own.kafka);
  const url = (app: App): string => services.get(app)?.url ?? '';
  const token = (usertype: Usertype, id: number): Promise<string> => tokens.sign({ usertype, id });
  return {
    own,
    url,
    token,
    as: async (app, usertype, id) => caller(url(app), await token(usertype, id)),
    publish: async (source_id, organization_id, fields = {}) => {
      const event = integrationEvent({ ...fields, source_id, organization_id });
      await publisher.publish(event);
      return event.id;
    },
    crash: async (app) => {
      const { port } = new URL(url(app));
      await services.get(app)?.kill();
      await start(app, port);
    },
    stop: async () => {
      await publisher.disconnect();
      await Promise.all([...services.values()].map((service) => service.stop()));
      await Promise.all([own.stop(), tokens.stop()]);
    },
  };
}
