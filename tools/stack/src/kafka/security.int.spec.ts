import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { ADMINISTRATOR, everyoneAcls, principalOf } from '@portico/kafka/access';
import { Kafka, logLevel } from '@portico/kafka/client';
import { freePort } from '@portico/testkit';
import { startKafka } from './index.ts';
import { kafkaCredentials, securityOf, settleAccess } from './security.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portico-kafka-security-'));
let engine: Awaited<ReturnType<typeof startKafka>>;

const clientOf = (principal?: string): Kafka => {
  const credentials = principal === undefined ? null : kafkaCredentials(dataDir, principal);
  return new Kafka({
    clientId: 'test',
    brokers: [engine.brokers],
    logLevel: logLevel.NOTHING,
    retry: { retries: 1 },
    ...(credentials && {
      sasl: {
        mechanism: 'plain',
        username: credentials.KAFKA_SASL_USERNAME,
        password: credentials.KAFKA_SASL_PASSWORD,
      },
    }),
  });
};
const publish = async (principal?: string): Promise<string> => {
  const producer = clientOf(principal).producer({ allowAutoTopicCreation: false });
  try {
    await producer.connect();
    await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages: [{ value: '{}' }] });
    return 'acknowledged';
  } catch (error) {
    return String(error);
  } finally {
    await producer.disconnect();
  }
};

describe("the stack's Kafka, after it replaced ACLs that let every client write to the shared topic,", () => {
  beforeAll(async () => {
    engine = await startKafka({ dataDir, port: await freePort(), security: securityOf(dataDir, await freePort()) });
    const admin = clientOf(ADMINISTRATOR).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: INTEGRATION_EVENTS_TOPIC, numPartitions: 1 }] });
    await admin.createAcls({ acl: everyoneAcls(INTEGRATION_EVENTS_TOPIC) });
    await admin.disconnect();
    await settleAccess(engine.brokers, dataDir);
  }, 60_000);
  afterAll(async () => {
    await engine?.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('lets anonymous clients and the events service publish to the shared topic', async () => {
    expect(await publish()).toBe('acknowledged');
    expect(await publish(principalOf('events'))).toBe('acknowledged');
  });

  it('rejects other principals, such as a key, when they publish to the shared topic', async () => {
    expect(await publish(principalOf('billing'))).toMatch(/not authorized/i);
  });
});
