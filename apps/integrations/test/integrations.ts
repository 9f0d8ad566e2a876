import { randomInt } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { organizationChanged, type OrganizationState } from '@portico/contracts/events/orgs';
import { exchangeKey } from '@portico/contracts/http/oauth';
import { listenToDomainEvents } from '@portico/messaging';
import { parseConfig, startService } from '@portico/service';
import {
  type Call,
  caller,
  engines,
  outsideKafka,
  startTestTokens,
  stateMessage,
  type TestTokens,
} from '@portico/testkit';
import type { Producer } from '@portico/kafka';
import { AppModule } from '../src/app.module.ts';
import { IntegrationsConfig } from '../src/config.ts';

export type Row = { id: number; name: string; organization: { name: string } | null };
export const newId = (): number => randomInt(1_000, 1_000_000_000);

/** The service, an administrator's calls, and the events of orgs that the service follows. */
export type Integrations = {
  app: NestExpressApplication;
  tokens: TestTokens;
  admin: Call;
  producer: Producer;
  publish: (state: OrganizationState) => Promise<unknown>;
  /** An organization of orgs; the service learns of it while the test continues. Answers its id. */
  newOrganization: () => Promise<number>;
  stop: () => Promise<void>;
};

export async function startIntegrations(): Promise<Integrations> {
  const tokens = await startTestTokens();
  const parsed = parseConfig(IntegrationsConfig, {
    ...engines(),
    PORT: '0',
    LOG_LEVEL: 'silent',
    IDENTITY_URL: tokens.identityUrl,
    API_URL: 'http://api.test',
  });
  if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
  const { config } = parsed;
  const app = await startService(AppModule.with(config), config, {
    rawBodyPaths: [exchangeKey.path],
    prepare: (service) => listenToDomainEvents(service, config, 'integrations'),
  });
  const admin = caller(await app.getUrl(), await tokens.sign({ usertype: 'ADMIN' }));
  const producer = outsideKafka().producer();
  await producer.connect();
  const publish = (state: OrganizationState): Promise<unknown> =>
    producer.send({ topic: organizationChanged.topic, messages: [stateMessage(organizationChanged, state)] });
  return {
    app,
    tokens,
    admin,
    producer,
    publish,
    newOrganization: async () => {
      const id = newId();
      await publish({ id, version: 1, name: `Organization ${id}`, deletedAt: null });
      return id;
    },
    stop: async () => {
      await producer.disconnect();
      await app.close();
      await tokens.stop();
    },
  };
}
