import { createHmac, randomUUID } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@portico/contracts/common/roles';
import { liveProtocols } from '@portico/contracts/live-protocols';
import { issueServiceToken, SERVICE_CALLER } from '@portico/service';
import {
  caller,
  engines,
  eventually,
  type ServiceProcess,
  startServiceProcess,
  startTestTokens,
} from '@portico/testkit';
import { SERVICE_PREFIXES } from '../src/proxy/routes.ts';
import { CONSOLE, type Echo, startEmptyService, startGateway } from './start-gateway.ts';

const SECRET = 'another secret that only the tests know';
const REQUEST = { service: 'events', method: 'GET', path: '/events' };
const MINUTE = 60;

const seconds = (): number => Math.floor(Date.now() / 1_000);
type Claims = Record<string, unknown>;
const sound = (): Claims => ({
  sub: '0',
  email: 'service@portico.invalid',
  usertype: 'ADMIN',
  ver: 1,
  aud: 'events',
  htm: 'GET',
  htu: '/events',
  iat: seconds(),
  exp: seconds() + MINUTE,
});
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (changes: Claims, header: { typ?: string | undefined } = {}, secret = SECRET): string => {
  const text = `${encode({ alg: 'HS256', typ: 'service+jwt', ...header })}.${encode({ ...sound(), ...changes })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const unsigned = (alg: string): string => `${encode({ typ: 'service+jwt', alg })}.${encode(sound())}.`;
const issued = (changes: Partial<typeof REQUEST>): Promise<string> =>
  issueServiceToken(SECRET, SERVICE_CALLER, { ...REQUEST, ...changes });

const REJECTED: [string, () => Promise<string> | string][] = [
  ['is for another service', () => issued({ service: 'alerts' })],
  ['is for another path', () => issued({ path: '/events/facets' })],
  ['is for the path with a trailing slash', () => issued({ path: '/events/' })],
  ['is for another method', () => issued({ method: 'POST' })],
  ['is signed with another secret', () => sign({}, {}, 'x'.repeat(40))],
  ['has expired', () => sign({ iat: seconds() - 3 * MINUTE, exp: seconds() - 2 * MINUTE })],
  ['is valid for ten years', () => sign({ exp: seconds() + 10 * 365 * 86_400 })],
  ['is valid for 61 seconds', () => sign({ exp: seconds() + MINUTE + 1 })],
  [
    'is two minutes old, even if it has not expired',
    () => sign({ iat: seconds() - 2 * MINUTE, exp: seconds() + MINUTE }),
  ],
  ['was issued in the future', () => sign({ iat: seconds() + 30, exp: seconds() + 30 + MINUTE })],
  ['has no time of issue', () => sign({ iat: undefined })],
  ['has no expiry', () => sign({ exp: undefined })],
  ['has no audience', () => sign({ aud: undefined })],
  ['has two audiences', () => sign({ aud: ['events', 'alerts'] })],
  ['has no method', () => sign({ htm: undefined })],
  ['has no path', () => sign({ htu: undefined })],
  ['has the audience of a product token', () => sign({ aud: TOKEN_AUDIENCE, iss: TOKEN_ISSUER })],
  [
    'has the type and audience of a product token',
    () => sign({ aud: TOKEN_AUDIENCE, iss: TOKEN_ISSUER }, { typ: 'JWT' }),
  ],
  ['has no type', () => sign({}, { typ: undefined })],
  ['has no signature', () => unsigned('none')],
  ['claims the algorithm of product tokens', () => unsigned('ES256')],
];

describe('a service token', () => {
  let events: ServiceProcess;
  let other: Echo;
  let gateway: NestExpressApplication;
  let tokens: Awaited<ReturnType<typeof startTestTokens>>;
  const get = async (url: string, path: string, token: string): Promise<number> =>
    (await caller(url, token)('GET', path)).status;

  beforeAll(async () => {
    [tokens, other] = await Promise.all([startTestTokens(), startEmptyService()]);
    const { KAFKA_BROKERS, POSTGRES_URL, CLICKHOUSE_URL } = engines();
    const clickhouse = new URL(CLICKHOUSE_URL);
    clickhouse.pathname = `/service_tokens_${randomUUID().slice(0, 8)}`;
    events = await startServiceProcess('events', {
      KAFKA_BROKERS,
      POSTGRES_URL,
      CLICKHOUSE_URL: clickhouse.href,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: CONSOLE,
      SERVICE_SECRET: SECRET,
    });
    const names = ['ORGS', 'INTEGRATIONS', 'BILLING', 'ALERTS'];
    gateway = await startGateway({
      ...Object.fromEntries(names.map((name) => [`${name}_URL`, other.url])),
      IDENTITY_URL: tokens.identityUrl,
      EVENTS_URL: events.url,
    });
  }, 180_000);
  afterAll(async () => {
    await gateway?.close();
    await events?.stop();
    other?.stop();
    await tokens?.stop();
  });

  it('permits only the request that it was issued for', async () => {
    // The service creates its tables after it has started.
    await eventually(async () => (await get(events.url, '/events?limit=1', await issued({}))) === 200, 60_000);
    expect(await get(events.url, '/events', sign({ iat: seconds() + 3, exp: seconds() + 3 + MINUTE }))).toBe(200);
  });

  it.each(REJECTED)('is rejected if it %s', async (_, forge) => {
    const [token, through] = [await forge(), await gateway.getUrl()];
    expect(await get(events.url, '/events', token)).toBe(401);
    expect(await get(through, '/events', token)).toBe(401);
  });

  it('is rejected by the gateway on every path', async () => {
    const url = await gateway.getUrl();
    for (const path of [...SERVICE_PREFIXES, '/', '/health/live', '/openapi.json', '/nowhere']) {
      const token = await issued({ path });
      for (const typ of ['service+jwt', 'Application/Service+JWT']) {
        const status = await get(url, path, typ === 'service+jwt' ? token : sign({ htu: path }, { typ }));
        expect({ path, typ, status }).toEqual({ path, typ, status: 401 });
      }
    }
    // Without a service token, the path is public.
    expect((await caller(url)('GET', '/health/live')).status).toBe(200);
  });

  it('opens no live socket', async () => {
    const url = new URL('/socket.io/?EIO=4&transport=websocket', (await gateway.getUrl()).replace('http', 'ws'));
    const answer = async (protocols: string[]): Promise<string> => {
      const socket = new WebSocket(url, protocols);
      return new Promise((resolve) => {
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused'));
      }).then((outcome) => {
        socket.close();
        return String(outcome);
      });
    };
    expect(await answer(liveProtocols(await issued({ path: '/socket.io/' })))).toBe('refused');
    expect(await answer(liveProtocols(await tokens.sign()))).toBe('open');
  });
});
