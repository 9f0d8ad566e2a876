import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DOORS_TOPIC, INTEGRATION_EVENT_TYPE } from '@portico/contracts/events/integration-event';
import type { EventRow } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { Page } from '@portico/contracts/common/page';
import { type Call, caller, eventually, everyEvent, read, readTopic } from '@portico/testkit';
import { aKey, anEvent, envelope, openDoor, type Send, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SOURCE = 70_101;
const ORGANIZATION = 70_100;

describe('the HTTP endpoint for events', () => {
  let stack: EventsStack;
  let url: string;
  let send: Send;
  let key: string;
  let admin: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    ({ url } = await stack.start());
    ({ send, key } = await openDoor(stack, url, { integration: SOURCE, organization: ORGANIZATION }));
    admin = await stack.as();
  }, 120_000);
  afterAll(async () => stack?.stop());

  const listed = (...ids: string[]): Promise<EventRow[]> =>
    eventually(async () => {
      const rows = (await everyEvent(admin)).filter(({ id }) => ids.includes(id));
      return rows.length === ids.length && rows;
    }, 30_000);
  const expectListed = async (...ids: string[]): Promise<void> => {
    for (const row of await listed(...ids))
      expect(row).toMatchObject({ source_id: SOURCE, organization_id: ORGANIZATION });
  };

  it('accepts one event, and responds after Kafka has stored the event', async () => {
    const event = anEvent();
    expect(await send(event)).toMatchObject({ status: 202, body: { accepted: 1, rejected: [] } });
    await expectListed(event.id);
  });

  it.each<[string, Record<string, string>, (events: ReturnType<typeof anEvent>[]) => string]>([
    ['an array', {}, (events) => JSON.stringify(events)],
    [
      'an array with a charset in the content type',
      { 'content-type': 'application/json; charset="UTF-8"' },
      (events) => JSON.stringify(events),
    ],
    [
      'lines of JSON',
      { 'content-type': 'application/x-ndjson' },
      (events) => `\n${events.map((one) => `${JSON.stringify(one)}\r\n`).join('\n')}`,
    ],
    [
      'a batch of CloudEvents',
      { 'content-type': 'application/cloudevents-batch+json' },
      (events) => JSON.stringify(events.map(envelope)),
    ],
    ['an array of CloudEvents', {}, (events) => JSON.stringify(events.map(envelope))],
  ])('accepts %s', async (_, headers, toBody) => {
    const events = [anEvent(), anEvent(), anEvent({ source_type: '日本' })];
    expect(taken(await send(toBody(events), headers))).toEqual({ accepted: 3, rejected: [] });
    await expectListed(...events.map(({ id }) => id));
  });

  it('accepts a CloudEvent in structured and in binary mode', async () => {
    const [structured, binary] = [anEvent(), anEvent()];
    const about = { ...envelope(structured), subject: 'order 7' };
    expect(taken(await send(about, { 'content-type': 'application/cloudevents+json' })).accepted).toBe(1);
    const { id, ...withoutId } = binary;
    const headers = {
      'ce-specversion': '1.0',
      'ce-id': `"${id}"`,
      'ce-source': '/caf%C3%A9%20%zz',
      'ce-type': INTEGRATION_EVENT_TYPE,
      'ce-subject': 'caf%C3%A9',
    };
    expect(taken(await send(withoutId, headers))).toEqual({ accepted: 1, rejected: [] });
    await expectListed(structured.id, id);
    const subjects = new Map((await listed(structured.id, id)).map((row) => [row.id, row.subject]));
    expect(subjects).toEqual(
      new Map([
        [structured.id, 'order 7'],
        [id, 'café'],
      ]),
    );
    for (const [of, subject] of subjects)
      expect((await everyEvent(admin, { subject })).map((row) => row.id)).toEqual([of]);
  });

  it('accepts gzip', async () => {
    const event = anEvent();
    const response = await fetch(`${url}/ingest/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify([event])),
    });
    expect([response.status, await response.json()]).toEqual([202, { accepted: 1, rejected: [] }]);
    await expectListed(event.id);
  });

  it('reports which events of a request are rejected, and stores them in the inbox', async () => {
    const sound = anEvent();
    const wrong = { ...anEvent(), result: 'OK' };
    const others = { ...anEvent(), source_id: 70_199 };
    const elsewhere = { ...anEvent(), organization_id: 70_199 };
    const answer = taken(await send([wrong, sound, others, 'text', elsewhere]));
    expect(answer).toEqual({
      accepted: 1,
      rejected: [
        { index: 0, id: wrong.id, code: 'invalid_field', reason: expect.any(String), pointer: '/result' },
        { index: 2, id: others.id, code: 'not_your_integration', reason: expect.any(String), pointer: '/source_id' },
        { index: 3, id: null, code: 'not_an_object', reason: expect.any(String), pointer: '' },
        {
          index: 4,
          id: elsewhere.id,
          code: 'wrong_organization',
          reason: expect.any(String),
          pointer: '/organization_id',
        },
      ],
    });
    await expectListed(sound.id);
    const inbox = await eventually(async () => {
      const { data } = await read<Page<RejectedEvent>>(admin, '/events/rejected?limit=50');
      return data.length >= 4 && data;
    }, 30_000);
    expect(new Set(inbox.map(({ rejection }) => rejection.code))).toEqual(
      new Set(['invalid_field', 'not_your_integration', 'not_an_object', 'wrong_organization']),
    );
  });

  it.each([
    ['text that is not JSON', '{"id":', 'not_json'],
    ['a JSON string', '"x"', 'not_an_object'],
    ['a value that is too long', `"${'x'.repeat(70_000)}"`, 'too_large'],
  ])('rejects %s as the only value of a request', async (_, body, code) => {
    const { accepted, rejected } = taken(await send(body));
    expect([accepted, rejected]).toEqual([0, [expect.objectContaining({ index: 0, id: null, code })]]);
  });

  it('predicts the result of events for publishing and read-only keys, without publishing', async () => {
    const reading = aKey();
    await stack.publisher.key(70_110, reading, { integrationId: SOURCE, kind: 'read' });
    const check = (one: string, body: unknown) => caller(url, one)('POST', '/ingest/check', body);
    await eventually(async () => (await check(reading, [])).status === 200);
    const doors = await readTopic(DOORS_TOPIC, stack.kafka);
    const events = [anEvent(), { ...anEvent(), result: 'OK' }, { ...anEvent(), source_id: 1 }];
    for (const one of [reading, key])
      expect(await check(one, events)).toMatchObject({
        status: 200,
        body: {
          accepted: 1,
          rejected: [
            { index: 1, code: 'invalid_field' },
            { index: 2, code: 'not_your_integration' },
          ],
        },
      });
    for (const [one, body, status] of [
      [aKey(), events, 401],
      [reading, '[{', 400],
      [reading, 'x'.repeat(1024 * 1024 + 1), 413],
    ] as const)
      expect((await check(one, body)).status).toBe(status);
    const last = anEvent();
    taken(await send(last));
    await eventually(() => doors.received.some(({ value }) => value?.includes(last.id)));
    await doors.stop();
    const published = doors.received.map(({ value }) => value).join();
    for (const { id } of events) expect(published).not.toContain(id);
  });
});
