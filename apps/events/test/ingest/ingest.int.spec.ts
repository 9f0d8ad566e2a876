import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  DOORS_TOPIC,
  INTEGRATION_EVENT_TYPE,
  type IntegrationEvent,
  MAX_EVENT_BYTES,
  REJECTION_HEADERS,
  REJECTED_EVENTS_TOPIC,
  SENDER_HEADER,
} from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import type { EventList } from '@portico/contracts/http/events';
import { readCommitted } from '@portico/kafka';
import { NO_DERIVED } from '@portico/contracts/query/fields';
import { type Call, eventually, readTopic, type Received, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { EVENT_TOPICS } from '../../src/logs/logs.ts';
import { INGEST_GROUP } from '../../src/logs/topic-offsets.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(30_000);

const DAY = 24 * 60 * 60 * 1_000;
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();

describe('the ingest', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;
  let rejected: { received: Received[]; stop: () => Promise<void> };

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    admin = await stack.as();
    await stack.publisher.organization(1, { name: 'Acme' });
    await stack.publisher.integration(1, { name: 'payroll' });
    await stack.publisher.integration(2, { active: false });
    rejected = await readTopic(REJECTED_EVENTS_TOPIC, stack.kafka);
    await eventually(async () => (await admin('GET', '/health/ready')).status === 200);
    await eventually(async () => (await list()).integrations.includes('payroll'));
  }, 60_000);

  afterAll(async () => {
    await rejected?.stop();
    await stack?.stop();
  });

  const list = async (query = ''): Promise<EventList> => {
    const { status, body } = await admin('GET', `/events${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as EventList;
  };
  const listed = (id: string) => eventually(async () => (await list('?limit=100')).data.find((row) => row.id === id));
  const rejectedWith = (id: string) => eventually(() => rejected.received.find(({ value }) => value?.includes(id)));

  it('lists a plain event with its names, its timestamp in UTC and its complete details', async () => {
    const day = new Date(Date.now() - 80 * DAY).toISOString().slice(0, 10);
    const event = integrationEvent({
      timestamp: `${day}T12:00:00.25+02:00`,
      details: { message: 'Zahlung für Ann\u00e9 \u{1F600}', payrun: { id: 5, lines: [1.5, null] } },
    });
    await stack.publisher.publish(event);
    expect(await listed(event.id)).toEqual({
      ...event,
      timestamp: `${day}T10:00:00.250Z`,
      ...NO_DERIVED,
      sender_proven: false,
      integration: 'payroll',
      organization: 'Acme',
      position: { partition: expect.any(Number), offset: expect.any(Number) },
      published_at: expect.stringMatching(/Z$/),
      stored_at: expect.stringMatching(/Z$/),
    });
  });

  it('accepts CloudEvents in structured and in binary mode', async () => {
    const [structured, binary] = [integrationEvent(), integrationEvent()];
    const envelope = { specversion: '1.0', id: 'ce-1', source: '/payroll', type: INTEGRATION_EVENT_TYPE };
    await stack.publisher.publish(
      {
        value: JSON.stringify({ ...envelope, data: structured }),
        headers: { 'content-type': 'application/cloudevents+json' },
      },
      {
        value: JSON.stringify(binary),
        headers: { ce_specversion: '1.0', ce_id: 'ce-2', ce_source: '/payroll', ce_type: INTEGRATION_EVENT_TYPE },
      },
    );
    await listed(structured.id);
    await listed(binary.id);
  });

  const marked = (mark: string, changes: object) => ({ ...integrationEvent({ id: mark }), ...changes });
  it.each([
    ['too_large', '', marked('r1', { details: { message: 'x'.repeat(MAX_EVENT_BYTES) } })],
    ['not_json', '', 'r2 {'],
    ['not_an_object', '', ['r3']],
    ['invalid_cloud_event', '/source', { specversion: '1.0', id: 'r4', source: '', type: 'x', data: {} }],
    ['invalid_field', '/details/message', marked('r5', { details: { message: 'half \ud83d' } })],
    ['too_old', '/timestamp', marked('r9', { timestamp: ago(91 * DAY) })],
    ['in_the_future', '/timestamp', marked('r10', { timestamp: ago(-DAY) })],
    ['unknown_integration', '/source_id', marked('r6', { source_id: 99 })],
    ['inactive_integration', '/source_id', marked('r7', { source_id: 2 })],
    ['wrong_organization', '/organization_id', marked('r8', { organization_id: 2 })],
  ])('rejects an event as %s with the reason, and continues', async (code, pointer, content) => {
    const value = typeof content === 'string' ? content : JSON.stringify(content);
    const next = integrationEvent();
    await stack.publisher.publish({ key: '1', value, headers: { ce_tenant: 'kept', 'x-own': 'dropped' } }, next);
    await listed(next.id);
    const { received } = rejected;
    const rejection = await eventually(() => received.find((one) => one.value === value));
    expect(rejection).toMatchObject({
      key: '1',
      headers: {
        ce_tenant: 'kept',
        [REJECTION_HEADERS.code]: code,
        [REJECTION_HEADERS.pointer]: pointer,
        [REJECTION_HEADERS.reason]: expect.stringMatching(/\w/),
        [REJECTION_HEADERS.offset]: expect.stringMatching(/^\d+$/),
        [REJECTION_HEADERS.size]: String(Buffer.byteLength(value)),
      },
    });
  });

  it.each([
    ['an id', integrationEvent().id],
    ['an id of any characters', `a'b"c\\d\n\u0000[ü],\u{1F600}`],
  ])('lists an event with %s once if it is published again in the same batch or later', async (_, id) => {
    const event = integrationEvent({ id });
    await stack.publisher.publish(event, event);
    await listed(event.id);
    const later = integrationEvent();
    // Orders and formats the members as a different serializer would.
    const value = JSON.stringify(Object.fromEntries(Object.entries(event).toReversed()), null, 1);
    await stack.publisher.publish({ key: '1', value }, later);
    await listed(later.id);
    expect((await list('?limit=100')).data.filter((row) => row.id === event.id)).toHaveLength(1);
    expect(rejected.received.filter((one) => one.value === value)).toEqual([]);
  });

  // spec: D.54
  it('rejects different content with a known identity in the same batch or later', async () => {
    const event = integrationEvent();
    const others = [
      { ...event, event_name: 'second' },
      { ...event, timestamp: ago(5_000) },
      { ...event, details: { ...event.details, more: 1 } },
    ].map((other) => JSON.stringify(other));
    await stack.publisher.publish(event, { key: '1', value: others[0] ?? '' });
    await listed(event.id);
    await stack.publisher.publish(...others.slice(1).map((value) => ({ key: '1', value })));
    for (const value of others) {
      const { headers } = await eventually(() => rejected.received.find((one) => one.value === value));
      expect(headers).toMatchObject({ [REJECTION_HEADERS.code]: 'id_reused', [REJECTION_HEADERS.pointer]: '/id' });
    }
    const rows = (await list('?limit=100')).data.filter(({ id }) => id === event.id);
    expect(rows.map(({ event_name }) => event_name)).toEqual(['payrun.completed']);
  });

  it("reads the doors' topic, and trusts the sender header of its messages", async () => {
    const [own, foreign, unsaid] = [integrationEvent(), integrationEvent(), integrationEvent()];
    const producer = stack.kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    const send = (event: IntegrationEvent, headers: Record<string, string>) =>
      producer.send({ topic: DOORS_TOPIC, messages: [{ value: JSON.stringify(event), headers }] });
    await send(own, { [SENDER_HEADER]: '1' });
    await send(foreign, { [SENDER_HEADER]: '2' });
    await send(unsaid, {});
    await producer.disconnect();
    expect((await listed(own.id)).position.partition).toBeGreaterThanOrEqual(FIRST_DOOR_PARTITION);
    for (const { id } of [foreign, unsaid]) {
      const { headers } = await rejectedWith(id);
      expect(headers).toMatchObject({
        [REJECTION_HEADERS.code]: 'not_your_integration',
        [REJECTION_HEADERS.topic]: DOORS_TOPIC,
        [REJECTION_HEADERS.partition]: expect.stringMatching(/^[0-5]$/),
      });
    }
  });

  it('accepts an event that arrives a moment before the state of its integration', async () => {
    const event = integrationEvent({ source_id: 30 });
    await Promise.all([stack.publisher.publish(event), stack.publisher.integration(30, { name: 'brand new' })]);
    expect(await listed(event.id)).toMatchObject({ integration: 'brand new' });
  });

  it('stores each of ten thousand events exactly once', async () => {
    const before = (await list()).count;
    const events = Array.from({ length: 10_000 }, (_, index) => integrationEvent({ id: `many-${index}` }));
    for (let from = 0; from < events.length; from += 1_000)
      await stack.publisher.publish(...events.slice(from, from + 1_000));
    await eventually(async () => (await list()).count === before + 10_000, 60_000);
  }, 90_000);

  it('does not delay other events because of an oversized message', async () => {
    const next = integrationEvent();
    await stack.publisher.publish({ key: '1', value: `long${'x'.repeat(900_000)}` }, next);
    await listed(next.id);
    expect((await rejectedWith('long')).headers[REJECTION_HEADERS.size]).toBe('900004');
  });

  it('leaves its consumer group when it shuts down', async () => {
    const kafkaAdmin = stack.kafka.admin();
    await kafkaAdmin.connect();
    const members = async (): Promise<number | undefined> =>
      (await kafkaAdmin.describeGroups([INGEST_GROUP])).groups[0]?.members.length;
    expect(await members()).toBe(1);
    expect(await service.stop()).toBe(0);
    expect(await members()).toBe(0);
    await kafkaAdmin.disconnect();
    service = await stack.start();
  });

  it('commits a note that it has begun to read, and removes the note when it shuts down without a crash', async () => {
    const begun = async (): Promise<number> =>
      (await readCommitted(stack.kafka, INGEST_GROUP, EVENT_TOPICS)).filter(({ note }) => note !== null).length;
    await eventually(async () => (await begun()) > 0);
    await service.kill();
    expect(await begun()).toBeGreaterThan(0);
    service = await stack.start();
    await eventually(async () => (await admin('GET', '/health/ready')).status === 200);
    await stack.publisher.publish(integrationEvent({ id: 'after-the-kill' }));
    await listed('after-the-kill');
    expect(await begun()).toBeGreaterThan(0);
    expect(await service.stop()).toBe(0);
    expect(await begun()).toBe(0);
    service = await stack.start();
  });
});
