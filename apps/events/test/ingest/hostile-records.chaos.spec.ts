import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DOORS_TOPIC, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, randomFrom, SEED, type ServiceProcess, STARTING } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { COMPRESSIONS, hostileBatches } from '@portico/testkit/hostile-batches';
import { encodeBatch, produceRaw, type RawBatch } from '@portico/testkit/raw-kafka';
import { openDoor, type Send } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const OWN = { integration: 81, organization: 80 };
const PARTITION = 0;
/** Number of random batches. Set HOSTILE_RECORDS=1000 for a long run. */
const RANDOM = Number(process.env['HOSTILE_RECORDS'] ?? 25);

describe('hostile records', () => {
  const random = randomFrom(SEED);
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;
  let neighbour: Call;
  let send: Send;
  let slowest = 0;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    admin = await stack.furnish();
    await stack.publisher.organization(OWN.organization);
    ({ send } = await openDoor(stack, service.url, OWN));
    neighbour = await stack.as({ id: 5, usertype: 'CLIENT' });
  }, 2 * STARTING);
  afterAll(async () => {
    process.stderr.write(`the next good event was listed after ${Math.round(slowest)} ms at the latest\n`);
    await stack?.stop();
  });

  /** Publishes a batch, which Kafka may reject. Expects that both topics and the other tenant's list still work. */
  const survives = async (batch: RawBatch, topic: string, partition: number): Promise<void> => {
    const broker = stack.brokers.split(',')[0] ?? '';
    await produceRaw(broker, topic, partition, await encodeBatch(batch));
    const shared = integrationEvent({ source_id: 1, organization_id: 1 });
    const own = integrationEvent({ source_id: OWN.integration, organization_id: OWN.organization });
    const began = performance.now();
    await stack.publisher.publish({ partition: PARTITION, key: '1', value: JSON.stringify(shared) });
    expect((await send(own)).status).toBe(202);
    await eventually(async () => {
      const { status, body } = await admin('GET', '/events?limit=20');
      const ids = status === 200 ? (body as EventList).data.map(({ id }) => id) : [];
      return ids.includes(shared.id) && ids.includes(own.id);
    }, STARTING);
    slowest = Math.max(slowest, performance.now() - began);
    expect((await neighbour('GET', '/events')).status).toBe(200);
    expect(service.process.exitCode).toBeNull();
  };

  const value = Buffer.from(JSON.stringify(integrationEvent({ source_id: 1, organization_id: 1 })));
  const cases = hostileBatches(value);

  it.each(cases)('on the shared topic with %s do not block the ingest', async (_, batch) => {
    await survives(batch, INTEGRATION_EVENTS_TOPIC, PARTITION);
  });

  it.each(['a header without a value', '90,000 headers', 'a key of 2 MiB'])(
    'on the doors topic with %s do not block the ingest',
    async (name) => {
      const [, batch] = cases.find(([one]) => one === name) ?? [];
      if (batch) await survives(batch, DOORS_TOPIC, PARTITION);
    },
  );

  it(
    'with random content do not block the ingest',
    async () => {
      const upTo = (most: number): number => Math.floor(random() * (most + 1));
      const bytes = (most: number): Buffer => Buffer.from(Array.from({ length: upTo(most) }, () => upTo(255)));
      for (let round = 0; round < RANDOM; round += 1) {
        const records = Array.from({ length: upTo(5) }, () => ({
          key: upTo(1) ? bytes(2_000) : null,
          value: upTo(3) ? bytes(200) : value,
          headers: Array.from({ length: upTo(70) }, () => [bytes(20), upTo(1) ? bytes(300) : null] as const),
          timestampDelta: upTo(2_000) - 1_000,
        }));
        const known = upTo(2) ? {} : COMPRESSIONS[upTo(3)];
        const odd = upTo(2) ? {} : { count: upTo(12), cut: upTo(20), attributes: upTo(7) * 8 };
        await survives({ ...known, records, ...odd }, upTo(1) ? INTEGRATION_EVENTS_TOPIC : DOORS_TOPIC, 0);
      }
    },
    RANDOM * 20_000,
  );
});
