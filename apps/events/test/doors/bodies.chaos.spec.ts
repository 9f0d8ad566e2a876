import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INGEST_MEDIA } from '@portico/contracts/http/ingest';
import type { EventList } from '@portico/contracts/http/events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import fc from 'fast-check';
import { openDoor, type Send, taken } from '../support/door.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const HOSTILE = { integration: 70_901, organization: 70_900 };
const GOOD = { integration: 70_911, organization: 70_910 };
const READER = 70_921;
/** Number of hostile bodies. Set DOOR_BODIES=1000 for a long run. */
const BODIES = Number(process.env['DOOR_BODIES'] ?? 80);
/**
 * Maximum milliseconds until the next good event is listed. On a slow machine, the limit is five times the duration that the test measures
 * before the attacks.
 */
const WITHIN = 5_000;
const MIB = 1024 * 1024;

/** A raw request. `length`: declared content length; null for chunked encoding. `isCut`: whether the body is too short. */
type Hostile = { path: string; headers: string[]; body: Buffer; length: number | null; isCut: boolean };

const event = (changes: object = {}) =>
  JSON.stringify({
    ...integrationEvent(),
    source_id: HOSTILE.integration,
    organization_id: HOSTILE.organization,
    ...changes,
  });
const repeated = (text: string) =>
  fc.constantFrom(1, 100, 60_000, MIB, 8 * MIB - 2, 9 * MIB).map((count) => text.repeat(count));
const nested = fc
  .tuple(fc.constantFrom(90, 101, 10_000, 100_000), fc.constantFrom(['[', ']'], ['{"a":', '}']))
  .map(([depth, [open = '', close = '']]) => `${open.repeat(depth)}1${close.repeat(depth)}`);
const numbers = fc.constantFrom(
  '1e999999999',
  '-1e-999999999',
  '9'.repeat(60_000),
  `0.${'0'.repeat(50_000)}1`,
  `1e${'9'.repeat(50_000)}`,
);
const single = fc.oneof(
  fc.constant(event()),
  fc.constantFrom('\u0000', '\u0085', '\ud83d', '\u202e', '__proto__').map((event_name) => event({ event_name })),
  fc.oneof(nested, numbers).map((value) => event().replace('"details":{', `"details":{"x":${value},`)),
  fc.oneof(nested, numbers),
  repeated('"').map((text) => `{"id":${text}`),
  fc.json(),
  fc.constantFrom(
    '',
    '{',
    '[',
    'null',
    '{"specversion":"1.0","data_base64":"e30="}',
    `{"specversion":"1.0","data":[]}`,
  ),
);
const text = fc.oneof(
  single,
  fc
    .tuple(fc.array(single, { maxLength: 5 }), fc.constantFrom(',', ',,', '\n', ' , '))
    .map(([some, comma]) => `[${some.join(comma)}]`),
  fc.array(single, { maxLength: 5 }).map((some) => some.join('\n')),
  fc.constantFrom(499, 500, 501, 5_000).map((count) => '1\n'.repeat(count)),
  fc
    .tuple(fc.constantFrom('', '[1,', '1'), repeated('\n'), fc.constantFrom('', 'x]', '\r\n'))
    .map((parts) => parts.join('')),
  repeated(' \t\r\n'.slice(0, 1)),
  repeated('['),
  repeated('"\\'),
);
const bytes = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom('', '', '\uFEFF', '\uFEFF\uFEFF'), text)
      .map((parts) => Buffer.from(parts.join(''))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map((some) => Buffer.from(some)) },
  { weight: 1, arbitrary: text.map((some) => Buffer.from(some, 'utf16le')) },
);
const CODECS: Record<string, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body, { level: 1 }),
  'x-gzip': (body) => gzipSync(body, { level: 1 }),
  'gzip, gzip': (body) => gzipSync(gzipSync(body, { level: 1 })),
  br: (body) => brotliCompressSync(body.subarray(0, MIB)),
  deflate: (body) => deflateSync(body, { level: 1 }),
};
const hostile: fc.Arbitrary<Hostile> = fc
  .record({
    path: fc.constantFrom('/ingest/events', '/ingest/check'),
    media: fc.constantFrom(...INGEST_MEDIA, 'text/plain', 'application/json; charset=utf-16'),
    codec: fc.constantFrom(...Object.keys(CODECS), 'gzip', 'gzip'),
    isLabelled: fc.constantFrom(true, true, true, false),
    body: bytes,
    kept: fc.constantFrom(1, 1, 1, 0.5, 0.99),
    length: fc.constantFrom<'right' | 'chunks' | number>('right', 'right', 'right', 'chunks', -1, 1, 1_000),
  })
  .map(({ path, media, codec, isLabelled, body, kept, length }) => {
    const packed = (CODECS[codec] ?? gzipSync)(body);
    const sent = packed.subarray(0, Math.ceil(packed.length * kept));
    const declared = length === 'chunks' ? null : Math.max(0, sent.length + (length === 'right' ? 0 : length));
    return {
      path,
      headers: [`content-type: ${media}`, ...(isLabelled ? [`content-encoding: ${codec}`] : [])],
      body: sent,
      length: declared,
      isCut: declared !== null && declared > sent.length,
    };
  });

describe('the HTTP endpoint for events after a hostile body', () => {
  let stack: EventsStack;
  let url: string;
  let hostileKey: string;
  let send: Send;
  let admin: Call;
  let other: Call;
  let within = WITHIN;

  beforeAll(async () => {
    stack = await startEventsStack();
    ({ url } = await stack.start());
    ({ key: hostileKey } = await openDoor(stack, url, HOSTILE));
    ({ send } = await openDoor(stack, url, GOOD));
    await stack.publisher.organization(GOOD.organization, { name: 'Good' });
    await stack.publisher.membership(70_930, { userId: READER, organizationId: GOOD.organization });
    admin = await stack.as();
    other = await stack.as({ id: READER, usertype: 'CLIENT' });
    const took = await untilListed(120_000);
    within = Math.max(WITHIN, 5 * took);
  }, 180_000);
  afterAll(async () => stack?.stop());

  /** Sends a good event. @returns the milliseconds until another tenant's list contains the event. */
  const untilListed = async (atMost: number): Promise<number> => {
    const one = integrationEvent({ source_id: GOOD.integration, organization_id: GOOD.organization });
    const began = performance.now();
    expect(taken(await send(one))).toEqual({ accepted: 1, rejected: [] });
    await eventually(async () => {
      const { data } = await read<EventList>(other, '/events?limit=5');
      return data.some(({ id }) => id === one.id);
    }, atMost);
    return performance.now() - began;
  };

  /** Sends a request. Resolves on a response, on a closed connection, or after sending a body that is too short. */
  const attack = ({ path, headers, body, length, isCut }: Hostile): Promise<void> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      const end = (): void => {
        socket.destroy();
        resolve();
      };
      socket.once('data', end).once('error', end).once('close', end);
      const framing = length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`;
      const head = [
        `POST ${path} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${hostileKey}`,
        ...headers,
        framing,
        '',
        '',
      ];
      const chunks = length === null ? [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'] : [body];
      for (const part of [head.join('\r\n'), ...chunks]) if (part.length > 0) socket.write(part);
      if (isCut) socket.write('', end);
    });

  it(
    `lists the next good event of another integration in time (${BODIES} bodies)`,
    async () => {
      let slowest = 0;
      await fc.assert(
        fc.asyncProperty(hostile, async (one) => {
          await attack(one);
          slowest = Math.max(slowest, await untilListed(within));
        }),
        { numRuns: BODIES, endOnFailure: true },
      );
      expect(slowest).toBeLessThan(within);
      expect((await read<EventList>(admin, '/events?limit=1')).count).toBeGreaterThanOrEqual(BODIES);
    },
    BODIES * 6_000 + 60_000,
  );

  it('lists a good event in time during ten concurrent bodies of line feeds', async () => {
    const body = gzipSync(Buffer.alloc(8 * MIB, '\n'));
    const headers = ['content-type: application/x-ndjson', 'content-encoding: gzip'];
    const one = { headers, body, length: body.length, isCut: false };
    const attacks = ['/ingest/events', '/ingest/check'].flatMap((path) =>
      Array.from({ length: 5 }, () => attack({ ...one, path })),
    );
    expect(await untilListed(within)).toBeLessThan(within);
    await Promise.all(attacks);
  }, 60_000);
});
