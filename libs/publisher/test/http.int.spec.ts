/**
 * Runs the SDK against an ingest endpoint over HTTP. Set PORTICO_DOOR_URL and PORTICO_DOOR_KEY to run `cases.ts`
 * against a running product: `npm test -- --selectProjects int --testPathPatterns publisher/test/http`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishesThrough } from './cases.ts';
import { Door, KEY, READ_KEY } from './door.ts';
import { eachWithDoor, errorOf, eventOf, many } from './support.ts';

const { PORTICO_DOOR_URL, PORTICO_DOOR_KEY } = process.env;

describe('the ingest endpoint', () => {
  const stand: { door?: Door } = {};
  beforeAll(async () => {
    if (PORTICO_DOOR_URL === undefined) stand.door = await new Door().listen();
  });
  afterAll(() => stand.door?.close());
  publishesThrough(() => ({
    url: PORTICO_DOOR_URL ?? stand.door?.url ?? '',
    key: PORTICO_DOOR_KEY ?? KEY,
  }));
});

describe('a publisher over HTTP', () => {
  const at = eachWithDoor();

  it('sends events of simultaneous calls in one request, and compresses a large request', async () => {
    const publisher = at.open();
    await Promise.all(many(20).map((event) => publisher.publish(event)));
    expect(at.door.posted.map(({ events }) => events.length)).toEqual([20]);
    expect(at.door.posted[0]?.headers).toMatchObject({ 'content-encoding': 'gzip', authorization: `Bearer ${KEY}` });
    await publisher.publish(eventOf());
    expect(at.door.posted[1]?.headers['content-encoding']).toBeUndefined();
  });

  it('splits batches by the number of events and by bytes', async () => {
    await at.open().publish(many(1_201));
    expect(at.door.posted.map(({ events }) => events.length)).toEqual([500, 500, 201]);
    const large = eventOf({ details: { message: 'x'.repeat(60_000) } });
    await at.open({ gzipAboveBytes: Number.POSITIVE_INFINITY }).publish(Array.from({ length: 20 }, () => large));
    const split = at.door.posted.slice(3);
    expect(split.map(({ events }) => events.length)).toEqual([17, 3]);
    for (const { bytes } of split) expect(bytes).toBeLessThanOrEqual(1024 * 1024);
  });

  it.each(['cut', 'lost', 'torn', { status: 429 }, { status: 502 }, { status: 503 }, { status: 504 }] as const)(
    'retries after %j with the same events, and the server stores each event once',
    async (fault) => {
      at.door.faults.push(fault, fault);
      expect(await at.open().publish(many(3))).toEqual({ accepted: 3, rejected: [] });
      expect(at.door.posted.length).toBe(3);
      expect(new Set(at.door.posted.map(({ events }) => JSON.stringify(events))).size).toBe(1);
      expect(at.door.verdicts.stored.size).toBe(3);
      expect(at.door.answered.length).toBe(3);
    },
  );

  it('cancels a request without a response, and retries', async () => {
    at.door.faults.push('silent');
    const reasons: string[] = [];
    const publisher = at.open({ requestTimeoutMs: 100, onRetry: ({ reason }) => reasons.push(reason) });
    expect(await publisher.publish(eventOf())).toMatchObject({ accepted: 1 });
    expect(reasons).toEqual(['no answer within 100 ms']);
  });

  it('waits for the time in Retry-After before it retries', async () => {
    at.door.faults.push({ status: 429, headers: { 'retry-after': '1' } });
    const began = performance.now();
    await at.open().publish(eventOf());
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  it.each([400, 401, 403, 413, 415, 302])('does not retry after %d', async (status) => {
    const body = JSON.stringify({ title: 'No', status, code: 'a_code', message: 'Because.' });
    at.door.faults.push({
      status,
      headers: { 'content-type': 'application/problem+json', location: '/elsewhere' },
      body,
    });
    const publisher = at.open();
    const error = await errorOf(publisher.publish(many(2)));
    expect(error).toMatchObject({ code: 'refused', status, problem: { code: 'a_code' }, accepted: 0, rejected: [] });
    expect(error.message).toBe(`the server answered ${status}: Because.`);
    expect(at.door.posted.length).toBe(1);
    // The caller can publish the unanswered events again unchanged, and the publisher still works.
    expect(await publisher.publish(error.unanswered)).toEqual({ accepted: 2, rejected: [] });
    expect(at.door.posted[1]?.events).toEqual(at.door.posted[0]?.events);
  });

  it('reports an unknown or read-only key in an error that does not contain the key', async () => {
    const unknown = KEY.replace('abcdefg2', 'zzzzzzz7');
    const error = await errorOf(at.open({ key: unknown }).publish(eventOf()));
    expect(error).toMatchObject({ code: 'refused', status: 401, problem: { code: 'unauthenticated' } });
    for (const text of [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error.stack)])
      expect(text).not.toContain(unknown.slice(-32));
    expect(await errorOf(at.open({ key: READ_KEY }).publish(eventOf()))).toMatchObject({ status: 403 });
  });

  it('rejects an event that is too large without sending it', async () => {
    const large = eventOf({ id: 'large', details: { message: 'x'.repeat(70_000) } });
    const { accepted, rejected } = await at.open().publish([eventOf(), large, eventOf()]);
    expect(accepted).toBe(2);
    expect(rejected).toEqual([expect.objectContaining({ index: 1, id: 'large', code: 'too_large', pointer: '' })]);
    expect(at.door.posted[0]?.events.length).toBe(2);
  });

  it('rejects a 202 response without results', async () => {
    at.door.faults.push({ status: 202, body: '<html>Welcome</html>' });
    expect(await errorOf(at.open().publish(eventOf()))).toMatchObject({ code: 'refused', status: 202, accepted: 0 });
  });

  it('does not send its key to another address', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(202).end('{"accepted":1,"rejected":[]}');
    });
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/ingest/events`;
    at.door.faults.push({ status: 307, headers: { location } });
    expect(await errorOf(at.open().publish(eventOf()))).toMatchObject({ code: 'refused', status: 307 });
    expect(seen).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
  });
});
