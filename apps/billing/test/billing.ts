import { randomInt } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Usertype } from '@portico/contracts/common/roles';
import { purchaseChanged, type PurchaseState } from '@portico/contracts/events/billing';
import { receiveWebhook } from '@portico/contracts/http/billing';
import { membershipChanged, type MembershipState, organizationChanged } from '@portico/contracts/events/orgs';
import { listenToDomainEvents } from '@portico/messaging';
import { startStripe } from '@portico/stack/stripe';
import type { LocalStripe } from '@portico/stripe-stand-in';
import { parseConfig, startService } from '@portico/service';
import {
  type Call,
  caller,
  eventually,
  type OwnEngines,
  readTopic,
  startOwnEngines,
  startTestTokens,
  stateMessage,
} from '@portico/testkit';
import type { Producer } from '@portico/kafka';
import { AppModule } from '../src/app.module.ts';
import { BillingConfig } from '../src/config.ts';
import { type PostOffice, startPostOffice } from './post-office.ts';
import { startWire, type Wire } from './wire.ts';

export const CONSOLE_URL = 'https://console.portico.test';

/** An organization and its manager. */
export type Shop = { organizationId: number; call: Call; userId: number; membershipId: number };

export type Surroundings = {
  engines: OwnEngines;
  stripe: LocalStripe;
  wire: Wire;
  post: PostOffice;
  /** Environment variables of a billing process that uses these engines. */
  environment: Record<string, string>;
  /** All states in `billing.purchase.v1` of one organization. */
  states: (organizationId: number) => PurchaseState[];
  as: (serviceUrl: string, usertype: Usertype, id?: number) => Promise<Call>;
  /** Publishes an organization and a membership, as the service orgs does. */
  tell: (
    membership: Pick<MembershipState, 'id' | 'organizationId' | 'userId'> & Partial<MembershipState>,
  ) => Promise<void>;
  stop: () => Promise<void>;
};

export const newId = (): number => randomInt(10_000, 2_000_000_000);

/** Starts separate engines for one suite, because any billing process on a shared database would process the suite's queue. */
export async function startSurroundings(): Promise<Surroundings> {
  const [engines, post, tokens] = await Promise.all([startOwnEngines(), startPostOffice(), startTestTokens()]);
  const stripe = await startStripe({ port: 0, webhookUrl: post.url });
  const wire = await startWire(stripe.url);
  const producer: Producer = engines.kafka.producer();
  const environment = {
    ...engines.environment,
    LOG_LEVEL: 'silent',
    IDENTITY_URL: tokens.identityUrl,
    CONSOLE_URL,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: wire.url,
  };
  let topic: Awaited<ReturnType<typeof readTopic>> | undefined;
  return {
    engines,
    stripe,
    wire,
    post,
    environment,
    states: (organizationId) =>
      (topic?.received ?? [])
        .map(({ value }): PurchaseState => JSON.parse(value ?? '').data)
        .filter((state) => state.organizationId === organizationId),
    as: async (url, usertype, id = newId()) => caller(url, await tokens.sign({ usertype, id })),
    tell: async (fields) => {
      await producer.connect();
      const { organizationId } = fields;
      const organization = { id: organizationId, version: 1, deletedAt: null, name: `Organization ${organizationId}` };
      const membership = { version: 1, deletedAt: null, approved: true, ...fields };
      await producer.sendBatch({
        acks: -1,
        topicMessages: [
          { topic: organizationChanged.topic, messages: [stateMessage(organizationChanged, organization)] },
          { topic: membershipChanged.topic, messages: [stateMessage(membershipChanged, membership)] },
        ],
      });
      topic ??= await readTopic(purchaseChanged.topic, engines.kafka);
    },
    stop: async () => {
      await producer.disconnect();
      await topic?.stop();
      await Promise.all([stripe.stop(), wire.stop(), post.stop(), tokens.stop()]);
      await engines.stop();
    },
  };
}

export type Billing = Surroundings & {
  app: NestExpressApplication;
  url: string;
  admin: Call;
  /** Creates an organization with a manager, and waits until the service has received both. */
  shop: () => Promise<Shop>;
};

/** Starts the service as in `npm start`, on a free port, and delivers webhooks to it. */
export async function startBilling(settings: Record<string, string> = {}): Promise<Billing> {
  const surroundings = await startSurroundings();
  const parsed = parseConfig(BillingConfig, { PORT: '0', ...surroundings.environment, ...settings });
  if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
  const { config } = parsed;
  const app = await startService(AppModule.with(config), config, {
    rawBodyPaths: [receiveWebhook.path],
    prepare: (service) => listenToDomainEvents(service, config, 'billing'),
  });
  const url = await app.getUrl();
  surroundings.post.deliverTo(url);
  return {
    ...surroundings,
    app,
    url,
    admin: await surroundings.as(url, 'ADMIN'),
    shop: async () => newShop(surroundings, url),
    stop: async () => {
      await app.close();
      await surroundings.stop();
    },
  };
}

export async function newShop({ as, tell }: Surroundings, url: string): Promise<Shop> {
  const [organizationId, userId, membershipId] = [newId(), newId(), newId()];
  await tell({ id: membershipId, organizationId, userId, role: 'manager' });
  const call = await as(url, 'LEAD', userId);
  // Requests an unknown product: the service responds 400 once it knows the organization.
  await eventually(
    async () => (await call('POST', '/stripe/checkout', { organizationId, productIds: ['prod_none'] })).status === 400,
  );
  return { organizationId, call, userId, membershipId };
}
