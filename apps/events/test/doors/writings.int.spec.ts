import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventRow } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { Page } from '@portico/contracts/common/page';
import { type Call, eventually, everyEvent, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { anEvent, envelope, openDoor, type Send, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SOURCE = 70_151;
const ORGANIZATION = 70_150;

describe('an event in any spelling', () => {
  let stack: EventsStack;
  let url: string;
  let send: Send;
  let admin: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    ({ url } = await stack.start());
    ({ send } = await openDoor(stack, url, { integration: SOURCE, organization: ORGANIZATION }));
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

  it('is accepted with a byte order mark over HTTP and Kafka', async () => {
    const mark = '\uFEFF';
    const [one, two, three, four, five] = Array.from({ length: 5 }, () => anEvent());
    expect(taken(await send(`${mark}${JSON.stringify(one)}`))).toEqual({ accepted: 1, rejected: [] });
    expect(taken(await send(`${mark}${JSON.stringify([two, three])}`))).toEqual({ accepted: 2, rejected: [] });
    const lines = `${mark}${JSON.stringify(four)}\r\n${JSON.stringify(five)}\r\n`;
    expect(taken(await send(lines, { 'content-type': 'application/x-ndjson' }))).toEqual({ accepted: 2, rejected: [] });
    const ofKafka = integrationEvent({ source_id: SOURCE, organization_id: ORGANIZATION });
    await stack.publisher.publish({ key: '1', value: `${mark}${JSON.stringify(ofKafka)}` });
    await expectListed(...[one, two, three, four, five, ofKafka].map((event) => event?.id ?? ''));
  });

  it('is accepted as base64 in a CloudEvent, or rejected with the position of the fault', async () => {
    const event = anEvent({ details: { message: 'é' } });
    const base64 = (one: object) => Buffer.from(JSON.stringify(one)).toString('base64');
    const { data: _, ...attributes } = envelope(event);
    const structured = { 'content-type': 'application/cloudevents+json' };
    const sent = { ...attributes, data_base64: base64(event) };
    expect(taken(await send(sent, structured))).toEqual({ accepted: 1, rejected: [] });
    await expectListed(event.id);
    const wrong = { ...attributes, data_base64: base64({ ...anEvent(), result: 'OK' }) };
    const { rejected } = taken(await send(wrong, structured));
    expect(rejected).toEqual([expect.objectContaining({ code: 'invalid_field', pointer: '/data_base64' })]);
    expect(rejected[0]?.id).not.toBeNull();
  });

  it('counts as a retry if only the spelling differs, and as a reused id if a number differs', async () => {
    const { details: _, ...rest } = integrationEvent({ source_id: SOURCE, organization_id: ORGANIZATION });
    const write = (details: string) => `${JSON.stringify(rest).slice(0, -1)},"details":${details}}`;
    const texts = [
      '{"message":"m","n":100,"big":9007199254740993}',
      '{"n":1e2,"message":"m","big":9007199254740993}',
      String.raw`{ "messa\u0067e" : "\u006d", "n": 100.0, "big": 9007199254740993.0 }`,
    ];
    for (const text of texts) expect(taken(await send(write(text))).accepted).toBe(1);
    await expectListed(rest.id);
    const other = write('{"message":"m","n":100,"big":9007199254740992}');
    expect(taken(await send(other)).accepted).toBe(1);
    const own = await eventually(async () => {
      const { data } = await read<Page<RejectedEvent>>(admin, '/events/rejected?limit=100');
      const rows = data.filter(({ event_id }) => event_id === rest.id);
      return rows.length > 0 && rows;
    }, 30_000);
    expect(own.map(({ rejection }) => rejection.code)).toEqual(['id_reused']);
  });

  it('is rejected with a control character in a name, also by validation without publishing', async () => {
    const event = { ...anEvent(), event_name: 'pay\u0000run' };
    const rejection = { code: 'invalid_field', pointer: '/event_name', reason: expect.stringContaining('control') };
    expect(taken(await send(event)).rejected).toEqual([expect.objectContaining(rejection)]);
    const whole = { ...event, source_id: SOURCE, organization_id: ORGANIZATION };
    expect(await admin('POST', '/events/validate', whole)).toMatchObject({ body: { accepted: false, rejection } });
  });
});
