// needs: apache-kafka
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { userChanged } from '@portico/contracts/events/identity';
import {
  doorTopic,
  INTEGRATION_EVENTS_TOPIC,
  type IntegrationEvent,
} from '@portico/contracts/events/integration-event';
import { organizationChanged } from '@portico/contracts/events/orgs';
import { KAFKA_TOKEN_AUDIENCE, KAFKA_TOKEN_ISSUER } from '@portico/contracts/http/oauth';
import type { DeadLetters } from '@portico/contracts/http/dead-letters';
import type { EventList } from '@portico/contracts/http/events';
import { Kafka, logLevel } from '@portico/kafka';
import { ACCESS, principalOf } from '@portico/kafka/access';
import { eventually, type GuardedKafka, startGuardedKafka } from '@portico/testkit';
import { type Product, SERVICES, startProduct } from './permissions/product.ts';
import { createWorld, type World } from './permissions/world.ts';

const SOON = 60_000;

/** A valid event. */
const eventOf = (sourceId: number, organizationId: number): Omit<IntegrationEvent, 'id'> => ({
  source_id: sourceId,
  organization_id: organizationId,
  source_type: 'payroll',
  event_name: 'payrun.completed',
  timestamp: new Date().toISOString(),
  result: 'SUCCESS',
  severity_text: 'INFO',
  trace_id: '0123456789abcdef0123456789abcdef',
  details: { message: 'Paid 12 employees' },
});

describe('the product on Apache Kafka, with a principal and ACLs per service', () => {
  let dataDir: string;
  let guarded: GuardedKafka;
  let product: Product;
  let world: World;

  /** A Kafka client of the user. Integration keys authenticate with a token, all other users with a password. */
  const clientOf = (user: string): Kafka => {
    const claims = { sub: user, aud: KAFKA_TOKEN_AUDIENCE, iss: KAFKA_TOKEN_ISSUER };
    const oauthBearerProvider = async () => ({ value: await guarded.issuer.token(claims) });
    return new Kafka({
      clientId: user,
      brokers: [guarded.kafka.brokers],
      sasl: /^[a-z2-7]{8}$/.test(user)
        ? { mechanism: 'oauthbearer', oauthBearerProvider }
        : { mechanism: 'scram-sha-512', username: user, password: guarded.passwordOf(user) },
      retry: { retries: 2, initialRetryTime: 100 },
      logLevel: logLevel.NOTHING,
    });
  };
  const send = async (user: string, topic: string, value: string): Promise<void> => {
    // The producer is idempotent, like the producers of publishers and of Portico's relays.
    const producer = clientOf(user).producer({ idempotent: true, maxInFlightRequests: 1 });
    try {
      await producer.connect();
      await producer.send({ topic, acks: -1, messages: [{ key: '1', value }] });
    } finally {
      await producer.disconnect();
    }
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-access-'));
    guarded = await startGuardedKafka(dataDir);
    const unused = () => {
      throw new Error('this test ends no Kafka');
    };
    product = await startProduct({
      kafka: { brokers: guarded.kafka.brokers, crash: unused, silence: unused, stop: guarded.stop },
      environmentOf: (service) => ({
        ...(service in ACCESS && guarded.as(principalOf(service))),
        // An integration without a key uses the shared topic.
        INTEGRATION_TRUST_DEFAULT: 'open',
      }),
    });
    world = createWorld(product);
  }, 500_000);
  afterAll(async () => {
    await product?.stop();
    await guarded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 60_000);

  const nameOf = (organizationId: number): string => `Payroll of ${organizationId}`;
  /** Creates an integration as soon as the integrations service knows the organization from orgs. */
  const integrationOf = (organizationId: number): Promise<number> =>
    eventually(async () => {
      const { call } = product.people.super_admin;
      const integration = { name: nameOf(organizationId), organizationId, active: true };
      const { status, body } = await call('POST', '/integrations', integration);
      return status === 201 && (body as { id: number }).id;
    }, SOON);

  it('carries domain events from one service to the other services', async () => {
    // Billing learns of the organization from orgs, and orgs learns of the purchase from billing.
    expect(await world.customer(product.people.lead)).toMatch(/^cus_/);
    expect(await integrationOf(await world.organization())).toBeGreaterThan(0);
  }, 180_000);

  it('stores published events, and lets an administrator republish a rejected event', async () => {
    const { call } = product.people.super_admin;
    const organizationId = await world.organization();
    const sourceId = await integrationOf(organizationId);
    const list = async (): Promise<EventList> => (await call('GET', '/events')).body as EventList;
    await eventually(async () => (await list()).integrations.includes(nameOf(organizationId)), SOON);
    const event = { ...eventOf(sourceId, organizationId), id: 'published-by-payroll' };
    const isListed = (id: string) => eventually(async () => (await list()).data.some((row) => row.id === id), SOON);
    await send('payroll', INTEGRATION_EVENTS_TOPIC, JSON.stringify(event));
    await isListed(event.id);
    await send('payroll', INTEGRATION_EVENTS_TOPIC, JSON.stringify({ ...event, id: 'rejected-once', result: 'MAYBE' }));
    const rejected = await eventually(async () => {
      const { body } = await call('GET', '/events/rejected');
      return (body as { data: { id: string }[] }).data[0];
    }, SOON);
    const value = JSON.stringify({ ...event, id: 'rejected-once' });
    expect(await call('POST', `/events/rejected/${rejected.id}/publish`, { value })).toMatchObject({ status: 200 });
    await isListed('rejected-once');
  }, 180_000);

  it("gives an integration's key access to a separate topic, and revokes that access when the key is deleted", async () => {
    const { call } = product.people.super_admin;
    const organizationId = await world.organization();
    const id = await integrationOf(organizationId);
    const { body: created } = await call('POST', `/integrations/${id}/keys`, { label: 'Of the test' });
    const { keyId } = created as { keyId: string };
    expect(await call('PUT', `/integrations/${id}/door`)).toMatchObject({ status: 200 });
    const event = { ...eventOf(id, organizationId), id: 'published-by-key' };
    const publish = () => send(keyId, doorTopic(id), JSON.stringify(event));
    await eventually(
      () =>
        publish().then(
          () => true,
          () => false,
        ),
      SOON,
    );
    const list = async (): Promise<EventList> => (await call('GET', '/events')).body as EventList;
    await eventually(async () => (await list()).data.some((row) => row.id === event.id), SOON);
    expect(await call('DELETE', `/integrations/${id}/keys/${keyId}`)).toMatchObject({ status: 204 });
    await eventually(
      () =>
        publish().then(
          () => false,
          (error: Error) => /not authorized|authorization failed/i.test(error.message),
        ),
      SOON,
    );
  }, 180_000);

  it("accepts Portico's token for a key in Apache Kafka's own console producer", async () => {
    const { url } = product;
    guarded.issuer.vouchFor(`${url}/oauth/jwks.json`);
    const { call } = product.people.super_admin;
    const organizationId = await world.organization();
    const id = await integrationOf(organizationId);
    const { body } = await call('POST', `/integrations/${id}/keys`, { label: 'Of a program in Java' });
    const { keyId, key } = body as { keyId: string; key: string };
    expect(await call('PUT', `/integrations/${id}/door`)).toMatchObject({ status: 200 });
    const module = 'org.apache.kafka.common.security.oauthbearer';
    const settings = [
      'security.protocol=SASL_PLAINTEXT',
      'sasl.mechanism=OAUTHBEARER',
      `sasl.login.callback.handler.class=${module}.OAuthBearerLoginCallbackHandler`,
      `sasl.oauthbearer.token.endpoint.url=${url}/oauth/token`,
      `sasl.jaas.config=${module}.OAuthBearerLoginModule required clientId="${keyId}" clientSecret="${key}";`,
    ];
    const file = join(dataDir, 'key.properties');
    await writeFile(file, settings.join('\n'));
    const event = { ...eventOf(id, organizationId), id: 'published-by-java' };
    const publish = (topic: string): Promise<string> =>
      guarded
        .run(
          `printf '%s\\n' '${JSON.stringify(event)}' | ` +
            `JAVA_TOOL_OPTIONS=-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=${url}/oauth/token ` +
            `kafka-console-producer --bootstrap-server kafka-1:9092 --command-config ${file} --topic ${topic} 2>&1`,
        )
        // A producer that cannot authenticate fails, and prints why.
        .catch(({ stdout }: { stdout: string }) => stdout);
    const list = async (): Promise<EventList> => (await call('GET', '/events')).body as EventList;
    // The first attempts may fail, because a broker loads an unknown signing key only when it receives a token signed with that key.
    await eventually(async () => {
      await publish(doorTopic(id));
      return (await list()).data.some((row) => row.id === event.id);
    }, SOON);
    for (const other of [doorTopic(id + 1), INTEGRATION_EVENTS_TOPIC])
      expect(await publish(other)).toMatch(/TopicAuthorizationException|not authorized/i);
    expect(await call('DELETE', `/integrations/${id}/keys/${keyId}`)).toMatchObject({ status: 204 });
    expect(await publish(doorTopic(id))).toMatch(/401|unauthori[sz]ed/i);
  }, 240_000);

  it('stores an unreadable event as a dead letter of each service that consumes the topic', async () => {
    for (const { topic } of [userChanged, organizationChanged, purchaseChanged]) await send('admin', topic, '{}');
    for (const service of ['identity', 'orgs', 'integrations', 'billing'])
      await eventually(async () => {
        const { body } = await product.people.super_admin.call('GET', `/dead-letters/${service}`);
        return (body as DeadLetters).waiting > 0;
      }, SOON);
  }, 180_000);

  it('keeps every service running and following user changes', async () => {
    for (const service of SERVICES) {
      const { body } = await product.people.super_admin.at(service)('GET', '/health/dependencies');
      expect([service, body]).toEqual([
        service,
        expect.objectContaining({
          status: 'ok',
          dependencies: expect.objectContaining({ kafka: expect.objectContaining({ state: 'ok' }) }),
        }),
      ]);
    }
    expect(product.processes.map(({ process: { exitCode, signalCode } }) => exitCode ?? signalCode)).toEqual(
      Array.from({ length: SERVICES.length + 1 }, () => null),
    );
  });
});
