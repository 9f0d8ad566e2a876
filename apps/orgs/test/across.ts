import { randomUUID } from 'node:crypto';
import type { Usertype } from '@portico/contracts/common/roles';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import {
  type Call,
  caller,
  engines,
  type OwnEngines,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
} from '@portico/testkit';

export const APPS = ['orgs', 'integrations', 'events'] as const;
export type App = (typeof APPS)[number];

/** Three services as their own processes, which meet over Kafka alone. */
export type Across = {
  own: OwnEngines;
  url: (app: App) => string;
  token: (usertype: Usertype, id: number) => Promise<string>;
  as: (app: App, usertype: Usertype, id: number) => Promise<Call>;
  /** Publishes one event of that integration, as an outsider does; answers its id. */
  publish: (source_id: number, organization_id: number) => Promise<string>;
  /** Ends a service as a crash would, and starts it again at the same address. */
  crash: (app: App) => Promise<void>;
  stop: () => Promise<void>;
};

export async function startAcross(): Promise<Across> {
  const [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
  const clickhouse = new URL(engines().CLICKHOUSE_URL);
  clickhouse.pathname = `/across_${randomUUID().slice(0, 8)}`;
  const environment = {
    ...own.environment,
    CLICKHOUSE_URL: clickhouse.href,
    IDENTITY_URL: tokens.identityUrl,
    CONSOLE_URL: 'http://localhost:3000',
    API_URL: 'http://localhost:3001',
    SIGNING_SECRET: 'a secret that only the tests know, long enough',
  };
  const services = new Map<App, ServiceProcess>();
  const start = async (app: App, port = '0'): Promise<void> => {
    services.set(app, await startServiceProcess(app, { ...environment, PORT: port }));
  };
  await Promise.all(APPS.map((app) => start(app)));
  const producer = own.kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const url = (app: App): string => services.get(app)?.url ?? '';
  const token = (usertype: Usertype, id: number): Promise<string> => tokens.sign({ usertype, id });
  return {
    own,
    url,
    token,
    as: async (app, usertype, id) => caller(url(app), await token(usertype, id)),
    publish: async (source_id, organization_id) => {
      const event = integrationEvent(source_id, organization_id);
      const message = { key: String(organization_id), value: JSON.stringify(event) };
      await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, acks: -1, messages: [message] });
      return event.id;
    },
    crash: async (app) => {
      const { port } = new URL(url(app));
      await services.get(app)?.kill();
      await start(app, port);
    },
    stop: async () => {
      await producer.disconnect();
      await Promise.all([...services.values()].map((service) => service.stop()));
      await Promise.all([own.stop(), tokens.stop()]);
    },
  };
}

const integrationEvent = (source_id: number, organization_id: number): IntegrationEvent => ({
  id: randomUUID(),
  source_id,
  organization_id,
  source_type: 'payroll',
  event_name: 'payrun.completed',
  timestamp: new Date().toISOString(),
  result: 'SUCCESS',
  severity_text: 'INFO',
  trace_id: '0123456789abcdef0123456789abcdef',
  details: { message: 'Paid 12 employees' },
});
