import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { Page } from '@portico/contracts/common/page';
import { DOORS_TOPIC, SENDER_HEADER, TEST_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { type Answer, caller, eventually, everyEvent, read, readTopic, type Received } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { aKey, openDoor, type Send, sender, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { rawHttp } from '../support/raw-http.ts';

const SOURCE = 70_201;
const ORGANIZATION = 70_200;
/** Milliseconds within which a revoked key must stop working. */
const REVOKED_WITHIN = 2_000;
const MIB = 1024 * 1024;

describe('the HTTP endpoint for events', () => {
  let stack: EventsStack;
  let url: string;
  let key: string;
  let send: Send;
  let doors: Awaited<ReturnType<typeof readTopic>>;

  beforeAll(async () => {
    stack = await startEventsStack();
    ({ url } = await stack.start());
    ({ key, send } = await openDoor(stack, url, { integration: SOURCE, organization: ORGANIZATION }));
    doors = await readTopic(DOORS_TOPIC, stack.kafka);
  }, 120_000);
  afterAll(async () => {
    await doors?.stop();
    await stack?.stop();
  });

  const event = (changes = {}) => integrationEvent({ source_id: SOURCE, organization_id: ORGANIZATION, ...changes });
  const expectProblem = ({ status, headers, body }: Answer, expected: number, code: string): void => {
    expect({ status, body }).toMatchObject({
      status: expected,
      body: { code, status: expected, title: expect.any(String) },
    });
    expect(body).toHaveProperty('message');
    expect(headers.get('content-type')).toContain('application/problem+json');
  };
  /** Expects that the endpoint still accepts an event after a rejection, and that Kafka has no record of the rejected request. */
  const expectNothing = async (before: number): Promise<void> => {
    const last = event();
    expect(taken(await send(last)).accepted).toBe(1);
    await eventually(() => doors.received.some(({ value }) => value?.includes(last.id)));
    expect(doors.received).toHaveLength(before + 1);
  };
  const request = (headers: string[], body: string | Buffer = ''): (string | Buffer)[] => [
    ['POST /ingest/events HTTP/1.1', 'host: localhost', ...headers, '', ''].join('\r\n'),
    body,
  ];
  const authorization = () => `authorization: Bearer ${key}`;
  const chunked = (chunks: readonly string[]): string =>
    `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;

  // spec: D.67
  it('rejects callers without a valid key', async () => {
    const before = doors.received.length;
    const token = await stack.tokens.sign();
    const answers = [
      await caller(url)('POST', '/ingest/events', event()),
      await caller(url)('POST', `/ingest/events?access_token=${key}&key=${key}`, event()),
      await caller(url)('POST', '/ingest/events', event(), { authorization: `Basic ${btoa(`${key}:`)}` }),
      await caller(url)('POST', '/ingest/events', event(), { authorization: key }),
      await sender(url, aKey())(event()),
      await sender(url, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)(event()),
      await sender(url, key.replace('live', 'test'))(event()),
      await sender(url, token)(event()),
    ];
    for (const answer of answers) {
      expectProblem(answer, 401, 'unauthenticated');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    for (const other of [`Bearer ${aKey()}`, authorization().slice(15)]) {
      const twice = [authorization(), `authorization: ${other}`, 'content-length: 2'];
      expect(await rawHttp(url, request(twice, '[]'))).toMatchObject({ status: 401 });
    }
    await expectNothing(before);
  });

  it('rejects a read-only key', async () => {
    const reading = aKey();
    await stack.publisher.key(70_202, reading, { integrationId: SOURCE, kind: 'read' });
    await eventually(async () => (await sender(url, reading)([])).status !== 401);
    expectProblem(await sender(url, reading)([event()]), 403, 'forbidden');
  });

  // spec: D.67
  it('rejects a revoked key within two seconds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const revoked = aKey();
      const id = 70_210 + round;
      await stack.publisher.key(id, revoked, { integrationId: SOURCE });
      await eventually(async () => (await sender(url, revoked)([])).status === 202);
      await stack.publisher.key(id, revoked, { integrationId: SOURCE, deletedAt: new Date().toISOString() });
      const began = performance.now();
      await eventually(async () => (await sender(url, revoked)([])).status === 401);
      expect(performance.now() - began).toBeLessThan(REVOKED_WITHIN);
    }
  }, 60_000);

  it('rejects an expired key', async () => {
    const ending = aKey();
    await stack.publisher.key(70_220, ending, {
      integrationId: SOURCE,
      expiresAt: new Date(Date.now() + 3_000).toISOString(),
    });
    await eventually(async () => (await sender(url, ending)([])).status === 202);
    await eventually(async () => (await sender(url, ending)([])).status === 401);
  });

  it('rejects unsupported media types', async () => {
    const before = doors.received.length;
    const others: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=iso-8859-1' },
      { 'content-encoding': 'br' },
    ];
    for (const headers of others)
      expectProblem(await send(JSON.stringify(event()), headers), 415, 'unsupported_media_type');
    await expectNothing(before);
  });

  it('rejects an invalid JSON array with the position of the fault', async () => {
    const before = doors.received.length;
    const answer = await send(`[${JSON.stringify(event())},\n{"id":]`);
    expectProblem(answer, 400, 'malformed_request');
    expect(answer.body).toMatchObject({ message: [expect.stringContaining('line 2')], faults: [{ pointer: '/1' }] });
    expectProblem(await send('{}', { 'content-type': 'application/cloudevents-batch+json' }), 400, 'malformed_request');
    expectProblem(await send('', {}), 400, 'malformed_request');
    expectProblem(await send('no gzip', { 'content-encoding': 'gzip' }), 400, 'malformed_request');
    await expectNothing(before);
  });

  it('rejects requests that are too large', async () => {
    const before = doors.received.length;
    const large = `[${JSON.stringify(event())},"${'x'.repeat(MIB)}"]`;
    const bomb = gzipSync(Buffer.alloc(100 * MIB, 0x20));
    const post = (body: Buffer<ArrayBuffer>, headers = {}) =>
      fetch(`${url}/ingest/events`, { method: 'POST', body, headers: { authorization: `Bearer ${key}`, ...headers } });
    expectProblem(await send(large), 413, 'payload_too_large');
    expectProblem(await send(Array.from({ length: 501 }, () => 1)), 413, 'payload_too_large');
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
    const unpacked = gzipSync(`[${JSON.stringify(event())}]`.padEnd(8 * MIB + 1));
    expect((await post(unpacked, { 'content-encoding': 'gzip' })).status).toBe(413);
    const inChunks = [authorization(), 'transfer-encoding: chunked'];
    expect((await rawHttp(url, request(inChunks, chunked(Array(20).fill('x'.repeat(64 * 1024)))))).status).toBe(413);
    await expectNothing(before);
    const fits = gzipSync(`[${JSON.stringify(event())}]`.padEnd(8 * MIB));
    expect((await post(fits, { 'content-encoding': 'gzip' })).status).toBe(202);
  }, 60_000);

  it('publishes no event of an incomplete request or a request with a wrong length', async () => {
    const before = doors.received.length;
    const body = JSON.stringify(event());
    const short = [authorization(), `content-length: ${body.length + 10}`];
    await expect(rawHttp(url, request(short, body), 1_000)).rejects.toThrow(/no answer/);
    const long = [authorization(), `content-length: ${body.length - 1}`];
    // The extra byte is a second, invalid request. The client may receive the response to either request first.
    expect([202, 400]).toContain((await rawHttp(url, request(long, body))).status);
    const last = event();
    expect(taken(await send(last)).accepted).toBe(1);
    await eventually(() => doors.received.some(({ value }) => value?.includes(last.id)));
    expect(doors.received.slice(before).filter(({ value }) => value === body)).toEqual([]);
  });

  it('accepts a body that arrives byte by byte, or after a pause for 100 Continue', async () => {
    const [one, other] = [event(), event()];
    const inChunks = [authorization(), 'transfer-encoding: chunked'];
    const padded = JSON.stringify(one).padEnd(200_000);
    expect((await rawHttp(url, request(inChunks, chunked(padded.split(''))))).body).toContain('"accepted":1');
    const body = JSON.stringify(other);
    const expecting = [authorization(), 'expect: 100-continue', `content-length: ${body.length}`];
    expect((await rawHttp(url, request(expecting, body))).body).toContain('"accepted":1');
  });

  it('rejects ten thousand nested arrays', async () => {
    const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    expect(taken(await send(nested)).rejected).toMatchObject([{ index: 0, code: 'not_an_object' }]);
    const deep = JSON.stringify(event()).replace('"details":{', `"details":{"deep":${nested},`);
    expect(taken(await send(deep)).rejected).toMatchObject([{ code: 'invalid_field', pointer: '/details' }]);
  });

  const sent = (id: string): Promise<Received> =>
    eventually(() => doors.received.find(({ value }) => value?.includes(id)));

  it("ignores request headers with the names of Portico's own Kafka headers", async () => {
    const one = event();
    const forged = {
      'portico-sender': '1',
      'ce-portico-sender': '1',
      'portico-over-quota': '1',
      'x-portico-mode': 'test',
    };
    expect(taken(await send(one, { ...forged, 'content-type': 'application/json; charset=utf-8' })).accepted).toBe(1);
    const { headers, key: kafkaKey } = await sent(one.id);
    expect(headers).toEqual({ 'content-type': 'application/json; charset=utf-8', [SENDER_HEADER]: String(SOURCE) });
    expect(kafkaKey).toBe(String(ORGANIZATION));
  });

  it('does not read event fields from a member `__proto__`', async () => {
    const { source_id: _, organization_id: __, ...rest } = event();
    const text = JSON.stringify(rest).replace('{', '{"__proto__":{"source_id":1,"organization_id":1,"result":"OK"},');
    expect(taken(await send(text))).toEqual({ accepted: 1, rejected: [] });
    expect((await sent(rest.id)).value).toBe(
      `{"source_id":${SOURCE},"organization_id":${ORGANIZATION},${text.slice(1)}`,
    );
  });

  it('stores test events separately from live events', async () => {
    const test = await readTopic(TEST_EVENTS_TOPIC, stack.kafka);
    const testing = aKey('test');
    await stack.publisher.key(70_230, testing, { integrationId: SOURCE });
    await eventually(async () => (await sender(url, testing)([])).status === 202);
    const before = doors.received.length;
    const [one, wrong] = [event(), { ...event(), result: 'OK' }];
    expect(taken(await sender(url, testing)([one, wrong]))).toMatchObject({ accepted: 1, rejected: [{ index: 1 }] });
    await eventually(() => test.received.length === 2);
    await test.stop();
    const ofTest = { 'content-type': 'application/json', [SENDER_HEADER]: String(SOURCE), 'portico-mode': 'test' };
    expect(test.received.map(({ headers }) => headers)).toEqual([ofTest, ofTest]);
    await expectNothing(before);
    const admin = await stack.as();
    expect((await everyEvent(admin)).map(({ id }) => id)).not.toContain(one.id);
    const { data } = await read<Page<RejectedEvent>>(admin, '/events/rejected?limit=100');
    expect(JSON.stringify(data)).not.toContain(wrong.id);
  });
});
