import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { EventRow } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { type Call, eventually, everyEvent, read } from '@portico/testkit';
import { CloudEvent, HTTP, Kafka, type Message } from 'cloudevents';
import { openDoor, type Send, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SOURCE = 70_301;
const ORGANIZATION = 70_300;

describe('CloudEvents from the JavaScript SDK', () => {
  let stack: EventsStack;
  let send: Send;
  let admin: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    const { url } = await stack.start();
    ({ send } = await openDoor(stack, url, { integration: SOURCE, organization: ORGANIZATION }));
    admin = await stack.as();
  }, 120_000);
  afterAll(async () => stack?.stop());

  const shipped = (more: Record<string, unknown> = {}) =>
    new CloudEvent({ id: randomUUID(), source: '/orders/eu', type: 'order.shipped', data: { order: 7 }, ...more });
  const post = ({ body, headers }: Message<unknown>) => {
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return send(body, Object.fromEntries(texts));
  };
  const listed = (id: string): Promise<EventRow> =>
    eventually(async () => (await everyEvent(admin)).find((row) => row.id === id), 30_000);
  const SHIPPED = {
    source_id: SOURCE,
    organization_id: ORGANIZATION,
    source_type: '/orders/eu',
    event_name: 'order.shipped',
    result: 'SUCCESS',
    severity_text: 'INFO',
    details: { message: 'order.shipped: order 7', order: 7 },
  };

  it.each([
    ['structured', HTTP.structured],
    ['binary', HTTP.binary],
  ] as const)('are listed after HTTP requests in %s mode', async (_, encode) => {
    const event = shipped({ subject: 'order 7', environment: 'production' });
    expect(taken(await post(encode(event)))).toEqual({ accepted: 1, rejected: [] });
    const row = await listed(event.id);
    expect(row).toMatchObject({ ...SHIPPED, subject: 'order 7', environment: 'production' });
    expect(Date.parse(row.timestamp)).toBe(Date.parse(event.time ?? ''));
  });

  it('are listed after a batch request', async () => {
    const events = [shipped({ subject: 'order 7' }), shipped({ subject: 'order 7', data: [1, 2] })];
    const answer = await send(JSON.stringify(events), { 'content-type': 'application/cloudevents-batch+json' });
    expect(taken(answer)).toEqual({ accepted: 2, rejected: [] });
    expect(await listed(events[0]!.id)).toMatchObject(SHIPPED);
    expect(await listed(events[1]!.id)).toMatchObject({ details: { message: 'order.shipped: order 7', data: [1, 2] } });
  });

  it('keep a subject that the SDK writes in Latin-1', async () => {
    const event = shipped({ subject: 'order 7 ä' });
    taken(await post(HTTP.binary(event)));
    expect(await listed(event.id)).toMatchObject({ subject: 'order 7 ä' });
  });

  it.each([
    ['structured', Kafka.structured],
    ['binary', Kafka.binary],
  ] as const)('are listed from the shared topic if they contain an integration id, in %s mode', async (_, encode) => {
    const event = shipped({ subject: 'Käse 7', sourceid: SOURCE, result: 'FAILURE', severitytext: 'FATAL' });
    const { headers, value } = encode(event);
    const texts = Object.entries(headers).map(([name, text]) => [name, String(text)]);
    await stack.publisher.publish({
      key: 'a',
      value: typeof value === 'string' ? value : JSON.stringify(value),
      headers: Object.fromEntries(texts),
    });
    const wanted = { ...SHIPPED, details: { message: 'order.shipped: Käse 7', order: 7 }, subject: 'Käse 7' };
    expect(await listed(event.id)).toMatchObject({ ...wanted, result: 'FAILURE', severity_text: 'FATAL' });
  });

  it('are listed once when sent twice, and are rejected with a pointer to the wrong attribute', async () => {
    const event = shipped();
    for (let time = 0; time < 2; time += 1) taken(await post(HTTP.structured(event)));
    const late = shipped({ time: '2020-01-01T00:00:00Z' });
    expect(taken(await post(HTTP.structured(late)))).toEqual({
      accepted: 0,
      rejected: [expect.objectContaining({ id: late.id, code: 'too_old', pointer: '/time' })],
    });
    const inbox = await eventually(async () => {
      const { data } = await read<Page<RejectedEvent>>(admin, '/events/rejected?limit=50');
      return data.some(({ event_id }) => event_id === late.id) && data;
    }, 30_000);
    expect(inbox.map(({ event_id }) => event_id)).toEqual([late.id]);
    await listed(event.id);
    expect((await everyEvent(admin)).filter(({ id }) => id === event.id)).toHaveLength(1);
  });
});
