import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ingested } from '@portico/contracts/http/ingest';
import { type Answer, caller, eventually } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { aKey, openDoor, sender, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const ORGANIZATION = 70_800;
const MIB = 1024 * 1024;
const BLANK = gzipSync(Buffer.alloc(8 * MIB, '\n'));
const GZIP = { 'content-encoding': 'gzip' };

describe('a request to the HTTP endpoint for events', () => {
  let stack: EventsStack;
  let url: string;
  let next = ORGANIZATION;

  beforeAll(async () => {
    stack = await startEventsStack();
    ({ url } = await stack.start());
  }, 120_000);
  afterAll(async () => stack?.stop());

  const open = async (bytesPerDay: number) => {
    const integration = (next += 1);
    const quota = { eventsPerMinute: 1_000_000, bytesPerDay };
    return { integration, ...(await openDoor(stack, url, { integration, organization: ORGANIZATION, quota })) };
  };
  const post = async (path: string, key: string, body: Buffer<ArrayBuffer>, headers = {}): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', body, headers: { authorization: `Bearer ${key}`, ...headers } });
  const expectOver = async (answer: Response): Promise<void> => {
    expect([answer.status, await answer.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'rate_limited', message: expect.stringContaining('bytes a day') }),
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  };

  it.each(['/ingest/events', '/ingest/check'])(
    'uses up the daily quota by its decompressed size, even if it contains no event: %s',
    async (path) => {
      const { integration, key } = await open(20 * MIB);
      const reading = aKey();
      const isCheck = path === '/ingest/check';
      await stack.publisher.key(integration + 1_000, reading, { integrationId: integration, kind: 'read' });
      await eventually(async () => (await post('/ingest/check', reading, Buffer.from('[]'))).status === 200);
      const ask = () => post(path, isCheck ? reading : key, BLANK, { ...GZIP, 'content-type': 'application/x-ndjson' });
      for (let round = 0; round < 2; round += 1) expect((await ask()).status).toBe(isCheck ? 200 : 202);
      await expectOver(await ask());
    },
  );

  it('consumes the quota by the bytes of an invalid body', async () => {
    const { key } = await open(20 * MIB);
    const bomb = gzipSync(Buffer.alloc(100 * MIB, 0x20));
    const broken = gzipSync(Buffer.concat([Buffer.from('[1,'), Buffer.alloc(8 * MIB - 4, '\n'), Buffer.from('x')]));
    expect((await post('/ingest/events', key, bomb, GZIP)).status).toBe(413);
    expect((await post('/ingest/events', key, broken, GZIP)).status).toBe(400);
    await expectOver(await post('/ingest/events', key, BLANK, GZIP));
  });

  it('consumes the quota by the bytes of a body without events', async () => {
    const { key } = await open(10_000);
    const blank = Buffer.from('[]'.padEnd(6_000));
    expect((await post('/ingest/events', key, blank)).status).toBe(202);
    await expectOver(await post('/ingest/events', key, blank));
  });

  it('waits while four requests of the same key are in progress, but not for other keys', async () => {
    const [one, other] = [await open(1_000_000_000), await open(1_000_000_000)];
    const events = ({ integration }: typeof one) => [
      integrationEvent({ source_id: integration, organization_id: ORGANIZATION }),
    ];
    const half = await Promise.all(Array.from({ length: 4 }, () => halfSent(one.key)));
    const many: Answer[] = [];
    const own = Array.from({ length: 1_050 }, async () => {
      const answer = await sender(url, one.key)(events(one));
      many.push(answer);
    });
    // A thousand requests wait, and fifty were rejected. Only rejected requests have a response yet.
    await eventually(() => many.length === 50, 15_000);
    expect(taken(await caller(url, other.key)('POST', '/ingest/events', events(other)))).toMatchObject({ accepted: 1 });
    for (const { status, headers, body } of many) {
      expect({ status, body }).toMatchObject({
        status: 429,
        body: { code: 'rate_limited', message: expect.any(String) },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const socket of half) socket.destroy();
    await Promise.all(own);
    expect(many.filter(({ status }) => status === 202)).toHaveLength(1_000);
  }, 90_000);

  it('gets its own answer if the service handles many requests together', async () => {
    const [one, other] = [await open(1_000_000_000), await open(1_000_000_000)];
    const revoked = aKey();
    const revokedId = one.integration + 2_000;
    await stack.publisher.key(revokedId, revoked, { integrationId: one.integration });
    await eventually(async () => (await sender(url, revoked)([])).status === 202);
    await stack.publisher.key(revokedId, revoked, {
      integrationId: one.integration,
      deletedAt: new Date().toISOString(),
    });
    await eventually(async () => (await sender(url, revoked)([])).status === 401);
    const event = (id: number) => integrationEvent({ source_id: id, organization_id: ORGANIZATION });
    const sends = Array.from({ length: 60 }, async (_, index) => {
      const good = event(one.integration);
      const kinds: [string, unknown, number, number | undefined, string?][] = [
        [one.key, good, 202, 1],
        [one.key, { ...good, result: 'WRONG' }, 202, 0, good.id],
        [one.key, event(other.integration), 202, 0],
        [one.key, 'no event', 202, 0],
        [revoked, good, 401, undefined],
        [other.key, event(other.integration), 202, 1],
      ];
      const [key, body, status, accepted, id] = kinds[index % kinds.length] ?? [one.key, good, 202, 1];
      const answer = await sender(url, key)(body);
      const { accepted: count, rejected } = answer.body as Partial<Ingested>;
      expect({ index, status: answer.status, count }).toEqual({ index, status, count: accepted });
      expect(rejected?.length).toBe(accepted === undefined ? undefined : 1 - accepted);
      if (id !== undefined) expect(rejected?.[0]?.id).toBe(id);
    });
    await Promise.all(sends);
  }, 60_000);

  const halfSent = (key: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const head = [
        'POST /ingest/events HTTP/1.1',
        'host: localhost',
        `authorization: Bearer ${key}`,
        'expect: 100-continue',
      ];
      const socket = connect(Number(port), hostname, () =>
        socket.write([...head, 'content-length: 100', '', '['].join('\r\n')),
      );
      socket.once('data', () => resolve(socket)).once('error', reject);
    });
});
