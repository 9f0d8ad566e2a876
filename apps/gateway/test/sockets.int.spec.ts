import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { liveProtocols } from '@portico/contracts/live-protocols';
import {
  engines,
  eventually,
  type ServiceProcess,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { CONSOLE, startGateway } from './start-gateway.ts';

const LIMIT = 20;
/** Milliseconds within which sockets without a sign-in are closed. */
const SOON = 30_000;
/** Milliseconds for which a socket without a sign-in stays open in any case. The service closes such sockets after five seconds. */
const OPEN = 3_000;
/** First byte of a WebSocket close frame. */
const CLOSE = 0x88;
const WS = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };

/** The socket of a handshake, or the response that rejected it. */
type Outcome = { socket: Socket; at: number } | { status: number; retryAfter: string | undefined; body: string };

describe('live sockets through the gateway', () => {
  let tokens: TestTokens;
  let events: ServiceProcess;
  let gateway: NestExpressApplication;
  let url: string;
  const open = new Set<Socket>();
  const viewers: WebSocket[] = [];

  beforeAll(async () => {
    tokens = await startTestTokens();
    const { KAFKA_BROKERS, POSTGRES_URL, CLICKHOUSE_URL } = engines();
    const clickhouse = new URL(CLICKHOUSE_URL);
    clickhouse.pathname = `/sockets_${randomUUID().slice(0, 8)}`;
    events = await startServiceProcess('events', {
      KAFKA_BROKERS,
      POSTGRES_URL,
      CLICKHOUSE_URL: clickhouse.href,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: CONSOLE,
    });
    gateway = await startGateway({
      IDENTITY_URL: tokens.identityUrl,
      EVENTS_URL: events.url,
      LIVE_ANONYMOUS_SOCKETS_PER_ADDRESS: String(LIMIT),
      RATE_LIMIT_ANONYMOUS_PER_MINUTE: '100000',
    });
    url = await gateway.getUrl();
    await eventually(async () => (await fetch(`${events.url}/health/ready`)).status === 200, 60_000);
  }, 180_000);
  afterEach(() => {
    for (const viewer of viewers.splice(0)) viewer.close();
    for (const socket of open) socket.destroy();
  });
  afterAll(async () => {
    await gateway?.close();
    await events?.stop();
    await tokens?.stop();
  });

  /** Responds to the server's close frame, like every WebSocket client. */
  const keep = (socket: Socket): Socket => {
    socket.on('data', (frame: Buffer) => frame[0] === CLOSE && socket.end());
    open.add(socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket)));
    return socket;
  };
  const upgrade = async (headers: Record<string, string> = {}): Promise<Outcome> => {
    const upgrade: ClientRequest = request(new URL('/socket.io/?EIO=4&transport=websocket', url), {
      agent: false,
      headers: { ...WS, 'sec-websocket-key': Buffer.from(randomUUID().slice(0, 16)).toString('base64'), ...headers },
    }).end();
    const refused = async (): Promise<Outcome> => {
      const [answer] = (await once(upgrade, 'response')) as [IncomingMessage];
      let body = '';
      for await (const chunk of answer) body += String(chunk);
      return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], body };
    };
    const upgraded = async (): Promise<Outcome> => {
      const [, socket] = (await once(upgrade, 'upgrade')) as [IncomingMessage, Socket];
      return { socket: keep(socket), at: performance.now() };
    };
    return Promise.race([upgraded(), refused()]);
  };
  const flood = (count: number, headers?: Record<string, string>): Promise<Outcome[]> =>
    Promise.all(Array.from({ length: count }, () => upgrade(headers)));
  /**
   * Number of sockets that opened within the first OPEN milliseconds. Sockets that opened later may have replaced sockets that were closed
   * by then.
   */
  const openAtOnce = (outcomes: readonly Outcome[]): number => {
    const moments = outcomes.flatMap((outcome) => ('socket' in outcome ? [outcome.at] : []));
    return moments.filter((at) => at < Math.min(...moments) + OPEN).length;
  };

  /** Connects like the console, and returns the namespace's response: `40/live,…` if accepted. */
  const join = async (token: string, protocols: string[]): Promise<string> => {
    const viewer = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, protocols);
    viewers.push(viewer);
    return new Promise((resolve, reject) => {
      viewer.addEventListener('error', () => reject(new Error('the connection was refused')));
      viewer.addEventListener('message', ({ data }) => {
        const packet = String(data);
        if (packet.startsWith('0')) viewer.send(`40/live,${JSON.stringify({ token })}`);
        else resolve(packet);
      });
    });
  };

  it('are not opened for a client that offers HTTP/2, which gets a normal response', async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAB' };
    const post = request(new URL('/ingest/events', url), { method: 'POST', agent: false, headers }).end('{}');
    const [answer] = (await once(post, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(401);
  });

  it('admit anonymous upgrades only up to the limit, and close without a sign-in', async () => {
    const outcomes = await flood(600);
    expect(openAtOnce(outcomes)).toBeGreaterThan(0);
    expect(openAtOnce(outcomes)).toBeLessThanOrEqual(LIMIT);
    const refusal = outcomes.find((outcome) => 'status' in outcome);
    expect(refusal).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) });
    expect(JSON.parse((refusal as { body: string }).body)).toMatchObject({ code: 'rate_limited' });
    await eventually(() => open.size === 0, SOON);
  }, 120_000);

  it('accept a signed-in viewer during a flood of anonymous upgrades from the same address', async () => {
    const flooding = flood(1_000);
    // A user whom no other suite on these engines changes.
    const token = await tokens.sign({ id: 70_007 });
    expect(await join(token, liveProtocols(token))).toMatch(/^40\/live,/);
    const outcomes = await flooding;
    expect(openAtOnce(outcomes)).toBeLessThanOrEqual(LIMIT);
    expect(await join(token, liveProtocols(token))).toMatch(/^40\/live,/);
    await eventually(() => open.size === 0, SOON);
  }, 120_000);

  it('treat an invalid token like a missing token', async () => {
    const forged = liveProtocols(await tokens.sign({ expiresIn: '-1 minute' })).join(', ');
    const outcomes = await flood(3 * LIMIT, { 'sec-websocket-protocol': forged });
    expect(openAtOnce(outcomes)).toBeLessThanOrEqual(LIMIT);
    await eventually(() => open.size === 0, SOON);
  }, 120_000);

  it('accept a client that sends its token after the upgrade', async () => {
    expect(await join(await tokens.sign({ id: 70_008 }), liveProtocols(null))).toMatch(/^40\/live,/);
  });

  it('reject an expired token with the reason', async () => {
    const expired = await tokens.sign({ id: 70_009, expiresIn: '-1 minute' });
    expect(await join(expired, liveProtocols(expired))).toMatch(/^44\/live,.*"unauthenticated"/);
  });

  it('serve no HTTP polling', async () => {
    expect((await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).status).toBe(400);
  });
});
