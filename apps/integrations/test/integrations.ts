import { randomInt } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';
import { userChanged, type UserState } from '@portico/contracts/events/identity';
import {
  type MembershipState,
  membershipChanged,
  organizationChanged,
  type OrganizationState,
} from '@portico/contracts/events/orgs';
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

/** The running service, an administrator's client, and helpers that publish events of other services. */
export type Integrations = {
  app: NestExpressApplication;
  tokens: TestTokens;
  admin: Call;
  producer: Producer;
  publish: (state: OrganizationState) => Promise<unknown>;
  /** Publishes a user. Returns the user with a client. */
  user: (user?: Partial<UserState>) => Promise<{ id: number; email: string; call: Call }>;
  /** Publishes a user's membership of an organization. */
  member: (membership: Pick<MembershipState, 'userId' | 'organizationId'> & Partial<MembershipState>) => Promise<void>;
  /** Publishes an organization, which the service stores in the background. Returns the organization's id. */
  newOrganization: () => Promise<number>;
  stop: () => Promise<void>;
};

export async function startIntegrations(environment: Record<string, string> = {}): Promise<Integrations> {
  const tokens = await startTestTokens();
  const parsed = parseConfig(IntegrationsConfig, {
    ...engines(),
    PORT: '0',
    LOG_LEVEL: 'silent',
    IDENTITY_URL: tokens.identityUrl,
    API_URL: 'http://api.test',
    ...environment,
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
  const send = <State extends AggregateState>(topic: StateTopic<State>, state: State): Promise<unknown> =>
    producer.send({ topic: topic.topic, messages: [stateMessage(topic, state)] });
  const publish = (state: OrganizationState): Promise<unknown> => send(organizationChanged, state);
  return {
    app,
    tokens,
    admin,
    producer,
    publish,
    user: async (change = {}) => {
      const id = change.id ?? newId();
      const email = change.email ?? `user${id}@example.test`;
      const state: UserState = {
        id,
        email,
        name: `User ${id}`,
        usertype: 'VENDOR',
        accessVersion: 1,
        version: 1,
        deletedAt: null,
        ...change,
      };
      await send(userChanged, state);
      const token = await tokens.sign({ id, email, usertype: state.usertype });
      return { id, email, call: caller(await app.getUrl(), token) };
    },
    member: async (membership) => {
      const state = {
        id: newId(),
        version: 1,
        approved: true,
        role: 'viewer' as const,
        deletedAt: null,
        ...membership,
      };
      await send(membershipChanged, state);
    },
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
