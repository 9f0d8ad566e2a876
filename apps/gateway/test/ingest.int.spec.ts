import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DOORS_TOPIC } from '@portico/contracts/events/integration-event';
import {
  caller,
  engines,
  eventually,
  outsideKafka,
  Publisher,
  readTopic,
  type ServiceProcess,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { CONSOLE, startGateway } from './start-gateway.ts';

const SOURCE = 70_501;
const ORGANIZATION = 70_500;
const KEY = `ptk_live_gateway2_${'K'.repeat(32)}`;
const MIB = 1024 * 1024;

describe('the publish endpoint behind the gateway', () => {
  const publisher = new Publisher(outsideKafka());
  let tokens: TestTokens;
  let events: ServiceProcess;
  let gateway: NestExpressApplication;
  let url: string;
  let doors: Awaited<ReturnType<typeof readTopic>>;

  beforeAll(async () => {
    const { KAFKA_BROKERS, POSTGRES_URL, CLICKHOUSE_URL } = engines();
    const database = new URL(CLICKHOUSE_URL);
    database.pathname = `/gateway_${randomUUID().slice(0, 8)}`;
    tokens = await startTestTokens();
    events = await startServiceProcess('events', {
      KAFKA_BROKERS,
      POSTGRES_URL,
      CLICKHOUSE_URL: database.href,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: CONSOLE,
      EVENTS_ROLES: 'doors',
    });
    gateway = await startGateway({ IDENTITY_URL: tokens.identityUrl, EVENTS_URL: events.url });
    url = await gateway.getUrl();
    await publisher.integration(SOURCE, { organizationId: ORGANIZATION });
    await publisher.key(SOURCE, KEY, { integrationId: SOURCE });
    await eventually(async () => (await send([])).status === 202, 30_000);
    doors = await readTopic(DOORS_TOPIC);
  }, 120_000);
  afterAll(async () => {
    await doors?.stop();
    await publisher.disconnect();
    await gateway?.close();
    await events?.stop();
    await tokens?.stop();
  });

  const send = (body: unknown, headers = {}) => caller(url, KEY)('POST', '/ingest/events', body, headers);
  const event = () => integrationEvent({ source_id: SOURCE, organization_id: ORGANIZATION });
  const isInKafka = (text: string): boolean => doors.received.some(({ value }) => value?.includes(text));
  /** Opens a connection and sends the beginning of a request. */
  const begin = (...lines: string[]): { socket: Socket; answer: Promise<string> } => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = ['POST /ingest/events HTTP/1.1', 'host: localhost', `authorization: Bearer ${KEY}`, ...lines];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.setEncoding('utf8');
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: string) => {
        text += chunk;
        if (/HTTP\/1\.1 [2-5]\d\d/.test(text)) resolve(text);
      });
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
    });
    return { socket, answer };
  };

  it("accepts CloudEvents headers and gzip, and ignores a caller's sender header", async () => {
    const [plain, binary, packed] = [event(), event(), event()];
    const headers = {
      'ce-specversion': '1.0',
      'ce-id': 'x',
      'ce-source': '/x',
      'ce-type': 'portico.integration-event.v1',
    };
    expect(await send(plain, { 'portico-sender': '1' })).toMatchObject({ status: 202, body: { accepted: 1 } });
    expect(await send(binary, headers)).toMatchObject({ status: 202, body: { accepted: 1 } });
    const response = await fetch(`${url}/ingest/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify([packed])),
    });
    expect([response.status, await response.json()]).toEqual([202, { accepted: 1, rejected: [] }]);
    expect(Number(response.headers.get('ratelimit-limit'))).toBe(6_000);
    await eventually(() => [plain, binary, packed].every(({ id }) => isInKafka(id)));
    const own = doors.received.filter(({ key }) => key === String(ORGANIZATION));
    expect(new Set(own.map(({ headers: { 'portico-sender': sender } }) => sender))).toEqual(new Set([String(SOURCE)]));
  });

  it('returns 413 to a caller that is still sending, and accepts later events', async () => {
    for (const size of [2 * MIB, 12 * MIB]) {
      const { status, body } = await send('x'.repeat(size));
      expect({ status, body }).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    }
    expect((await send(event())).status).toBe(202);
  });

  it('sends 100 Continue to callers that wait for it', async () => {
    const text = JSON.stringify(event());
    const { socket, answer } = begin('expect: 100-continue', `content-length: ${text.length}`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write(text);
    expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202[^]*"accepted":1/);
    socket.destroy();
  });

  it('accepts no event of an incomplete body', async () => {
    const half = event();
    const text = JSON.stringify([half]);
    const { socket } = begin('content-type: application/x-ndjson', `content-length: ${text.length * 2}`);
    socket.write(`${JSON.stringify(half)}\n`);
    const last = event();
    await eventually(() => socket.writableLength === 0);
    socket.destroy();
    expect((await send(last)).status).toBe(202);
    await eventually(() => isInKafka(last.id));
    expect(isInKafka(half.id)).toBe(false);
  });

  it('rejects a request with two Authorization headers, even if both are valid', async () => {
    const text = JSON.stringify(event());
    for (const other of [`Bearer ${KEY}`, 'Bearer none']) {
      const { socket, answer } = begin(`authorization: ${other}`, `content-length: ${text.length}`);
      socket.write(text);
      expect(await answer).toMatch(/^HTTP\/1\.1 400[^]*"message":"Send one Authorization header, not several"/);
      socket.destroy();
    }
  });

  it('closes connections with incomplete requests, and accepts slow requests', async () => {
    const began = Date.now();
    const half = [url, events.url].flatMap((to) =>
      ['POST /ingest/events', 'POST /events/validate', 'PUT /integrations/1'].map((call) => [to, call] as const),
    );
    const ended = half.map(async ([to, call]) => {
      const socket = connect(Number(new URL(to).port), '127.0.0.1');
      socket.write(
        `${call} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"`,
      );
      socket.on('error', () => undefined).resume();
      await new Promise((resolve) => socket.once('close', resolve));
      return [to, call, Date.now() - began] as const;
    });
    const slow = event();
    const text = JSON.stringify(slow);
    const { socket, answer } = begin(`content-length: ${text.length}`);
    const parts = text.match(/[^]{1,40}/g) ?? [];
    const pace = 12_000 / parts.length;
    const timer = setInterval(() => socket.write(parts.shift() ?? ''), pace);
    expect(await answer).toMatch(/^HTTP\/1\.1 202[^]*"accepted":1/);
    clearInterval(timer);
    socket.destroy();
    for (const [to, call, within] of await Promise.all(ended))
      expect({ to, call, isInTime: within < 35_000, within }).toMatchObject({ isInTime: true });
  }, 60_000);

  it('rejects a body that takes longer than 20 seconds, and accepts none of its events', async () => {
    const half = event();
    const { socket, answer } = begin('content-length: 100000');
    const timer = setInterval(() => socket.write(`${JSON.stringify(half)}\n`), 1_000);
    expect(await answer).toMatch(/^HTTP\/1\.1 400[^]*20 seconds/);
    clearInterval(timer);
    socket.destroy();
    expect(isInKafka(half.id)).toBe(false);
  }, 40_000);
});
