// needs: apache-kafka
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningApacheKafka, startApacheKafka } from '@portico/embedded-kafka/apache';
import { userChanged } from '@portico/contracts/events/identity';
import { purchaseChanged } from '@portico/contracts/events/billing';
import {
  INTEGRATION_EVENTS_TOPIC,
  type IntegrationEvent,
  REJECTED_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import { organizationChanged } from '@portico/contracts/events/orgs';
import type { EventList } from '@portico/contracts/http/events';
import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  type Admin,
  deadLetterTopic,
  Kafka,
  type Kafka as Client,
  logLevel,
  ResourcePatternTypes,
  TOPICS,
} from '@portico/kafka';
import { ACCESS, ADMINISTRATOR, principalOf } from '@portico/kafka/access';
import { documentedAccess, eventually } from '@portico/testkit';
import { type Product, SERVICES, startProduct } from './permissions/product.ts';
import { createWorld, type World } from './permissions/world.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const USERS = [ADMINISTRATOR, ...Object.keys(ACCESS).map(principalOf), 'payroll', 'stranger'];
type User = string;
const passwordOf = (user: User): string => `${user}-secret`;
const SOON = 60_000;
const MAY_NOT = /not authorized|authorization failed/i;

/** `DescribeConfigs` as kafkajs names it. */
const operation = (name: string): number => {
  const constant = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const found = Object.entries(AclOperationTypes).find(([each]) => each === constant)?.[1];
  if (found === undefined) throw new Error(`Kafka knows no operation ${name}`);
  return Number(found);
};

describe('Apache Kafka with only the ACLs of the guide', () => {
  let dataDir: string;
  let kafka: RunningApacheKafka | undefined;
  let product: Product;
  let world: World;

  const clientOf = (user: User): Client =>
    new Kafka({
      clientId: user,
      brokers: [kafka?.brokers ?? ''],
      sasl: { mechanism: 'scram-sha-512', username: user, password: passwordOf(user) },
      retry: { retries: 1, initialRetryTime: 100 },
      logLevel: logLevel.NOTHING,
    });
  const asAdmin = async <Value>(user: User, work: (admin: Admin) => Promise<Value>): Promise<Value> => {
    const admin = clientOf(user).admin();
    await admin.connect();
    return work(admin).finally(() => admin.disconnect());
  };
  const send = async (user: User, topic: string, value: string): Promise<void> => {
    // Idempotent, as publishers and Portico's relays are.
    const producer = clientOf(user).producer({ idempotent: true, maxInFlightRequests: 1 });
    try {
      await producer.connect();
      await producer.send({ topic, acks: -1, messages: [{ key: '1', value }] });
    } finally {
      await producer.disconnect();
    }
  };
  const environmentOf = (user: User): Record<string, string> => ({
    KAFKA_SASL_USERNAME: user,
    KAFKA_SASL_PASSWORD: passwordOf(user),
  });
  /** `npm run kafka:topics -- <args>` as the administrator: what it printed. */
  const topics = async (...args: string[]): Promise<string> => {
    const env = {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      KAFKA_BROKERS: kafka?.brokers,
      ...environmentOf(ADMINISTRATOR),
    };
    const command = ['--import', './tools/swc-hook.mjs', 'libs/kafka/src/topics-command.ts', ...args];
    return (await promisify(execFile)(process.execPath, command, { cwd: ROOT, env })).stdout;
  };
  /** Exactly the operations of the guide. */
  const allowPublisher = async (): Promise<void> => {
    const acl = documentedAccess().map((name): AclEntry => ({
      resourceType: AclResourceTypes.TOPIC,
      resourceName: INTEGRATION_EVENTS_TOPIC,
      resourcePatternType: ResourcePatternTypes.LITERAL,
      principal: 'User:payroll',
      host: '*',
      operation: operation(name),
      permissionType: AclPermissionTypes.ALLOW,
    }));
    await asAdmin(ADMINISTRATOR, (admin) => admin.createAcls({ acl }));
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-access-'));
    kafka = await startApacheKafka({
      dataDir,
      protocol: 'SASL_PLAINTEXT',
      scramUsers: USERS.map((name) => ({ name, password: passwordOf(name) })),
      properties: {
        'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
        'listener.name.client.scram-sha-512.sasl.jaas.config':
          'org.apache.kafka.common.security.scram.ScramLoginModule required;',
        'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
        'allow.everyone.if.no.acl.found': 'false',
        // The broker itself uses its own plain listener.
        'super.users': `User:ANONYMOUS;User:${ADMINISTRATOR}`,
        'group.initial.rebalance.delay.ms': '0',
      },
    });
    await allowPublisher();
    await topics();
    await expect(topics('--acls')).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('missing: ') });
    await topics('--acls', '--apply');
    const unused = () => {
      throw new Error('this test ends no Kafka');
    };
    const { brokers, kill } = kafka;
    product = await startProduct({
      kafka: { brokers, crash: unused, silence: unused, stop: kill },
      environmentOf: (service) => environmentOf(principalOf(service)),
    });
    world = createWorld(product);
  }, 300_000);
  afterAll(async () => {
    await product?.stop();
    await kafka?.kill();
    await rm(dataDir, { recursive: true, force: true });
  }, 60_000);

  const nameOf = (organizationId: number): string => `Payroll of ${organizationId}`;
  /** A new integration; its service has to know the organization from orgs first. */
  const integrationOf = (organizationId: number): Promise<number> =>
    eventually(async () => {
      const { call } = product.people.super_admin;
      const integration = { name: nameOf(organizationId), organizationId, active: true };
      const { status, body } = await call('POST', '/integrations', integration);
      return status === 201 && (body as { id: number }).id;
    }, SOON);

  it('carries domain events from one service to the others', async () => {
    // Billing follows the organization from orgs, and orgs the purchase from billing.
    expect(await world.customer(product.people.lead)).toMatch(/^cus_/);
    expect(await integrationOf(await world.organization())).toBeGreaterThan(0);
  }, 180_000);

  it('stores published events and lets rejected ones be published again', async () => {
    const { call } = product.people.super_admin;
    const organizationId = await world.organization();
    const sourceId = await integrationOf(organizationId);
    const list = async (): Promise<EventList> => (await call('GET', '/events')).body as EventList;
    await eventually(async () => (await list()).integrations.includes(nameOf(organizationId)), SOON);
    const event: IntegrationEvent = {
      id: 'published-by-payroll',
      source_id: sourceId,
      organization_id: organizationId,
      source_type: 'payroll',
      event_name: 'payrun.completed',
      timestamp: new Date().toISOString(),
      result: 'SUCCESS',
      severity_text: 'INFO',
      trace_id: '0123456789abcdef0123456789abcdef',
      details: { message: 'Paid 12 employees' },
    };
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
  }, 180_000);

  it('keeps an unreadable event as a dead letter of its service', async () => {
    for (const { topic } of [userChanged, organizationChanged, purchaseChanged]) await send(ADMINISTRATOR, topic, '{}');
    for (const service of ['identity', 'orgs', 'integrations', 'billing'])
      await eventually(async () => {
        const ends = await asAdmin(ADMINISTRATOR, (admin) => admin.fetchTopicOffsets(deadLetterTopic(service)));
        return ends.some(({ high }) => high !== '0');
      }, SOON);
  }, 180_000);

  it('lets a publisher describe and write only the integration events topic', async () => {
    expect(await asAdmin('payroll', (admin) => admin.listTopics())).toEqual([INTEGRATION_EVENTS_TOPIC]);
    for (const { name } of TOPICS.filter((topic) => topic.name !== INTEGRATION_EVENTS_TOPIC))
      await expect(send('payroll', name, '{}')).rejects.toThrow(MAY_NOT);
    const reading = asAdmin('payroll', (admin) => admin.fetchTopicOffsets(REJECTED_EVENTS_TOPIC));
    await expect(reading).rejects.toThrow(MAY_NOT);
    const offsets = (user: User) =>
      asAdmin(user, (admin) => admin.fetchOffsets({ groupId: 'events.ingest', topics: [INTEGRATION_EVENTS_TOPIC] }));
    expect(await offsets(ADMINISTRATOR)).toMatchObject([{ topic: INTEGRATION_EVENTS_TOPIC }]);
    await expect(offsets('payroll')).rejects.toThrow('group coordinator');
  }, 60_000);

  it('finds nothing to change afterwards, and what somebody may do too much', async () => {
    expect(await topics('--acls')).toBe('0 missing, 0 superfluous, 0 dangerous\n');
    const acl = [
      {
        resourceType: AclResourceTypes.TOPIC,
        resourceName: 'orgs.',
        resourcePatternType: ResourcePatternTypes.PREFIXED,
        principal: 'User:payroll',
        host: '*',
        operation: AclOperationTypes.WRITE,
        permissionType: AclPermissionTypes.ALLOW,
      },
    ];
    await asAdmin(ADMINISTRATOR, (admin) => admin.createAcls({ acl }));
    await expect(topics('--acls')).rejects.toMatchObject({
      stdout: 'dangerous: User:payroll allow WRITE on topic orgs.*\n0 missing, 0 superfluous, 1 dangerous\n',
    });
    await asAdmin(ADMINISTRATOR, (admin) => admin.deleteAcls({ filters: acl }));
  }, 60_000);

  it('lets a service write its own topics alone', async () => {
    const others = TOPICS.filter(({ name }) => !ACCESS['billing']?.writes.includes(name));
    for (const { name } of others) await expect(send(principalOf('billing'), name, '{}')).rejects.toThrow(MAY_NOT);
    const deletion = asAdmin(principalOf('orgs'), (admin) =>
      admin.deleteTopics({ topics: [organizationChanged.topic] }),
    );
    await expect(deletion).rejects.toThrow(MAY_NOT);
  }, 60_000);

  it('denies everything to other principals', async () => {
    expect(await asAdmin('stranger', (admin) => admin.listTopics())).toEqual([]);
    for (const { name } of TOPICS) await expect(send('stranger', name, '{}')).rejects.toThrow(MAY_NOT);
    const anonymous = new Kafka({ brokers: [kafka?.brokers ?? ''], retry: { retries: 0 }, logLevel: logLevel.NOTHING });
    const admin = anonymous.admin();
    await expect(admin.connect().then(() => admin.listTopics())).rejects.toThrow();
    await admin.disconnect();
  }, 60_000);

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
