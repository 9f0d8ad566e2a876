import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DOORS_TOPIC } from '@portico/contracts/events/integration-event';
import { type Call, eventually, everyEvent, read, readTopic } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import fc from 'fast-check';
import { openDoor, type Send, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const SOURCE = 70_401;
const ORGANIZATION = 70_400;

describe('events sent over HTTP', () => {
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

  const events = (count: number) =>
    Array.from({ length: count }, () => integrationEvent({ source_id: SOURCE, organization_id: ORGANIZATION }));

  // Texts of JSON values with duplicate names, numbers that JavaScript would change, spaces and escapes.
  const number = fc.constantFrom('1e400', '-0.0', '1.0', '12345678901234567890123', '9007199254740993', '1E+2');
  const text = fc.string().map((some) => JSON.stringify(some));
  const { value: anyValue } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(number, text, fc.constantFrom('null', String.raw`"\u0041\/\ud83d"`)),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => `[ ${items.join(',\t')}]`),
      fc
        .array(fc.tuple(fc.oneof(text, fc.constantFrom('"a"', '"__proto__"', '"details"')), tie('value')), {
          maxLength: 3,
        })
        .map((members) => `{${members.map(([name, value]) => `${name} :${value}`).join(' ,\n')} }`),
    ),
  }));
  const details = fc
    .array(anyValue, { maxLength: 4 })
    .map((values) => `{ "message":"x"${values.map((value, index) => `,"m${index % 2}": ${value}`).join('')} }`);

  it('have their details listed exactly as sent', async () => {
    const samples = fc.sample(details, { numRuns: 200 });
    const sent = new Map(samples.map((sample, index) => [`exact-${index}`, sample]));
    const { source_id: _, organization_id: __, details: ___, id: ____, ...rest } = integrationEvent();
    const texts = [...sent].map(
      ([id, sample]) => `{"details" : ${sample}, "id":"${id}",${JSON.stringify(rest).slice(1)}`,
    );
    const half = texts.length / 2;
    expect(taken(await send(`[ ${texts.slice(0, half).join(' , ')} ]`))).toEqual({ accepted: half, rejected: [] });
    const lines = texts.slice(half).map((one) => one.replaceAll(/[\n\r]/g, ' '));
    for (const [id, sample] of [...sent].slice(half)) sent.set(id, sample.replaceAll(/[\n\r]/g, ' '));
    const ndjson = { 'content-type': 'application/x-ndjson' };
    expect(taken(await send(lines.join('\n'), ndjson))).toEqual({ accepted: half, rejected: [] });
    const listed = await eventually(async () => {
      const { data } = await read<{ data: unknown[] }>(admin, '/events?limit=500');
      return data.length >= sent.size && data;
    }, 30_000);
    expect(listed).toHaveLength(sent.size);
    const kafka = await readTopic(DOORS_TOPIC, stack.kafka);
    await eventually(() => kafka.received.length >= sent.size);
    await kafka.stop();
    const found = await storedDetails();
    for (const [id, sample] of sent) expect([id, found.get(id)]).toEqual([id, sample]);
  }, 60_000);

  const storedDetails = async (): Promise<Map<string, string>> => {
    const address = new URL(stack.clickhouseUrl);
    const sql = `SELECT id, details FROM ${address.pathname.slice(1)}.integration_events FORMAT JSONEachRow`;
    const authorization = `Basic ${btoa(`${address.username}:${address.password}`)}`;
    const answer = await fetch(address.origin, { method: 'POST', body: sql, headers: { authorization } });
    const rows = (await answer.text()).trim().split('\n');
    return new Map(rows.map((row) => JSON.parse(row)).map(({ id, details: stored }) => [id, stored]));
  };

  it('stay in order', async () => {
    const kafka = await readTopic(DOORS_TOPIC, stack.kafka);
    const ids: string[] = [];
    for (const count of [1, 500, 3, 120]) {
      const some = events(count);
      ids.push(...some.map(({ id }) => id));
      taken(await send(some));
    }
    const own = () => kafka.received.map(({ value }) => JSON.parse(value ?? '').id).filter((id) => ids.includes(id));
    await eventually(() => own().length >= ids.length);
    await kafka.stop();
    expect(own()).toEqual(ids);
  }, 60_000);

  it('are listed once after a thousand concurrent requests and repeated sends', async () => {
    const requests = Array.from({ length: 1_000 }, () => events(2));
    const answers = await Promise.all(requests.map(async (some) => send(some)));
    expect(answers.map(taken).reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2_000);
    const again = await Promise.all(requests.slice(0, 100).map(async (some) => send(some)));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([202]));
    const ids = requests.flat().map(({ id }) => id);
    const own = async () => (await everyEvent(admin)).map(({ id }) => id).filter((id) => ids.includes(id));
    await eventually(async () => (await own()).length >= ids.length, 60_000);
    expect((await own()).toSorted()).toEqual(ids.toSorted());
  }, 120_000);

  it('use the current state of their integration', async () => {
    const { publisher } = stack;
    const one = events(1);
    await publisher.integration(SOURCE, { organizationId: ORGANIZATION, active: false });
    // Waits until the service has read the change.
    await eventually(async () => taken(await send(events(1))).rejected[0]?.code === 'inactive_integration');
    expect(taken(await send(one)).rejected).toMatchObject([{ code: 'inactive_integration' }]);
    await publisher.integration(SOURCE, { organizationId: ORGANIZATION });
    expect(taken(await send(one))).toEqual({ accepted: 1, rejected: [] });
    await publisher.integration(SOURCE, { organizationId: ORGANIZATION, trust: 'enforce' });
    expect(taken(await send(events(1)))).toEqual({ accepted: 1, rejected: [] });
  });

  it('are rejected on the shared topic if their integration does not accept this topic', async () => {
    const [shared] = events(1);
    if (!shared) throw new Error('no event');
    await stack.publisher.integration(SOURCE, { organizationId: ORGANIZATION, trust: 'enforce' });
    await stack.publisher.publish(shared);
    const inbox = () => read<{ data: { event_id: string; rejection: object }[] }>(admin, '/events/rejected?limit=100');
    const row = await eventually(
      async () => (await inbox()).data.find(({ event_id }) => event_id === shared.id),
      30_000,
    );
    expect(row.rejection).toMatchObject({ code: 'use_your_own_door', pointer: '/source_id' });
  }, 60_000);
});
