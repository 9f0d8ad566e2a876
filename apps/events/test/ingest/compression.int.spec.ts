import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  INTEGRATION_EVENTS_TOPIC,
  type IntegrationEvent,
  REJECTED_EVENTS_TOPIC,
} from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import type { RejectedEvent, RejectedEventContent } from '@portico/contracts/http/rejected-events';
import { CompressionCodecs, CompressionTypes, type Producer } from '@portico/kafka';
import { type Call, eventually, isApacheKafka, LiveViewer, type ServiceProcess, STARTING } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const PARTITION = 2;
const COMPRESSIONS = [
  { name: 'gzip', type: CompressionTypes.GZIP },
  { name: 'snappy', type: CompressionTypes.Snappy },
  { name: 'lz4', type: CompressionTypes.LZ4 },
  { name: 'zstd', type: CompressionTypes.ZSTD },
] as const;
type Known = (typeof COMPRESSIONS)[number]['type'];
type Codec = { compress: (encoder: { buffer: Buffer }) => Promise<Buffer> };

const hasKcat = spawnSync('kcat', ['-V']).error === undefined;
if (!hasKcat) process.stderr.write('kcat is not installed: what it compresses is not published\n');

const toMessage = (event: IntegrationEvent) => ({ partition: PARTITION, value: JSON.stringify(event) });

describe('compressed events', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;
  let viewer: LiveViewer;
  let producer: Producer;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    await stack.publisher.organization(1);
    await stack.publisher.integration(1);
    admin = await stack.as();
    await eventually(async () => ((await admin('GET', '/events')).body as EventList).integrations.length > 0);
    viewer = await new LiveViewer(service.url, await stack.tokens.sign()).open();
    producer = stack.kafka.producer({ retry: { retries: 0 } });
    await producer.connect();
  }, 120_000);
  afterAll(async () => {
    viewer?.close();
    await producer?.disconnect();
    await stack?.stop();
  });

  const isListed = async ({ id }: IntegrationEvent): Promise<boolean> =>
    ((await admin('GET', '/events?limit=100')).body as EventList).data.some((row) => row.id === id);
  const arrives = async (event: IntegrationEvent): Promise<void> => {
    await eventually(async () => isListed(event));
    await eventually(async () => viewer.received.includes(event.id));
  };
  const unreadable = async (): Promise<RejectedEvent[]> =>
    ((await admin('GET', '/events/rejected?limit=100&code=unreadable')).body as { data: RejectedEvent[] }).data;

  /**
   * Publishes a batch whose compressed records end too early.
   * @returns whether Kafka accepted the batch. Apache Kafka rejects it.
   */
  const publishCutShort = async (topic: string, type: Known, events: readonly IntegrationEvent[]): Promise<boolean> => {
    const whole = CompressionCodecs[type];
    const codec = whole() as Codec;
    const compress = async (encoder: { buffer: Buffer }): Promise<Buffer> => {
      const bytes = await codec.compress(encoder);
      return bytes.subarray(0, bytes.length / 2);
    };
    CompressionCodecs[type] = () => ({ ...codec, compress });
    try {
      await producer.send({ topic, compression: type, messages: events.map(toMessage) });
      return true;
    } catch {
      return false;
    } finally {
      CompressionCodecs[type] = whole;
    }
  };

  it.each(COMPRESSIONS)('are listed and shown live when a publisher compresses with $name', async ({ type }) => {
    const events = [integrationEvent(), integrationEvent()];
    await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, compression: type, messages: events.map(toMessage) });
    for (const event of events) await arrives(event);
  });

  // Jest reports an error for a table test without rows.
  if (hasKcat)
    it.each(COMPRESSIONS)('are listed and shown live when kcat compresses with $name', async ({ name }) => {
      const event = integrationEvent();
      const address = stack.brokers.split(',')[0] ?? '';
      const args = ['-P', '-b', address, '-t', INTEGRATION_EVENTS_TOPIC, '-p', String(PARTITION), '-z', name];
      expect(spawnSync('kcat', args, { input: `${JSON.stringify(event)}\n` }).status).toBe(0);
      await arrives(event);
    });

  it.each(COMPRESSIONS)(
    'are rejected as one entry if their $name batch is truncated, without blocking later events',
    async ({ name, type }) => {
      const before = (await unreadable()).length;
      const lost = [integrationEvent(), integrationEvent(), integrationEvent()];
      const isTaken = await publishCutShort(INTEGRATION_EVENTS_TOPIC, type, lost);
      expect(isTaken).toBe(!isApacheKafka());
      const next = integrationEvent();
      await stack.publisher.publish(toMessage(next));
      await arrives(next);
      if (!isTaken) return;
      const entry = await eventually(async () => {
        const all = await unreadable();
        return all.length === before + 1 && all[0];
      });
      expect(entry.rejection.reason).toContain(name);
      const { base64, isWhole } = (await admin('GET', `/events/rejected/${entry.id}`)).body as RejectedEventContent;
      const bytes = Buffer.from(base64, 'base64');
      expect({ last: Number(bytes.readBigInt64BE()) + 2, isWhole, size: entry.size }).toEqual({
        last: entry.position.offset,
        isWhole: true,
        size: bytes.length,
      });
    },
  );

  it('do not block later rejections if they are unreadable in the rejected topic', async () => {
    await publishCutShort(REJECTED_EVENTS_TOPIC, CompressionTypes.LZ4, [integrationEvent()]);
    for (let partition = 0; partition < 3; partition += 1)
      await producer.send({ topic: REJECTED_EVENTS_TOPIC, messages: [{ partition, value: 'nothing of ours' }] });
    const bad = integrationEvent({ source_id: 4_711 });
    await stack.publisher.publish(bad);
    await eventually(async () => {
      const { data } = (await admin('GET', '/events/rejected')).body as { data: RejectedEvent[] };
      return data.some(({ rejection }) => rejection.reason.includes('4711'));
    });
  });

  it(
    'are read after a restart although the topic contains unreadable events',
    async () => {
      expect(service.process.exitCode).toBeNull();
      await service.kill();
      service = await stack.start();
      const event = integrationEvent();
      await stack.publisher.publish(toMessage(event));
      await eventually(async () => isListed(event));
      viewer.check();
    },
    STARTING,
  );
});
