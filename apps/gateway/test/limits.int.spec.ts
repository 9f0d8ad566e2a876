import { createHmac } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, caller, STARTING, startTestTokens, type TestTokens } from '@portico/testkit';
import { type Echo, startEmptyService, startGateway } from './start-gateway.ts';

const LIMIT = 12;
const OWN_LIMIT = 4;
const WEBHOOKS = 30;
const INGEST = 40;
const OWN = ['SIGN_ON', 'BOT_CHECK', 'NEW_USERS', 'NEW_ORGANIZATIONS', 'EXPORTS', 'TOKENS'];

/** A client, identified by the address before the proxy and the token. */
type From = { address: string; token?: string };

describe('rate limits', () => {
  let service: Echo;
  let tokens: TestTokens;
  let gateway: NestExpressApplication;
  let nextAddress = 1;
  const stopped: NestExpressApplication[] = [];

  beforeAll(async () => {
    [service, tokens] = await Promise.all([startEmptyService(), startTestTokens()]);
    gateway = await start();
  }, STARTING);
  afterEach(async () => {
    for (const extra of stopped.splice(0)) await extra.close();
  });
  afterAll(async () => {
    await gateway.close();
    await tokens.stop();
    service.stop();
  });

  const start = (environment: Record<string, string> = {}): Promise<NestExpressApplication> =>
    startGateway({
      IDENTITY_URL: tokens.identityUrl,
      ORGS_URL: service.url,
      BILLING_URL: service.url,
      EVENTS_URL: service.url,
      INTEGRATIONS_URL: service.url,
      TRUSTED_PROXIES: '1',
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      RATE_LIMIT_ANONYMOUS_PER_MINUTE: String(LIMIT),
      ...Object.fromEntries(OWN.map((name) => [`RATE_LIMIT_${name}_PER_MINUTE`, String(OWN_LIMIT)])),
      RATE_LIMIT_WEBHOOKS_PER_MINUTE: String(WEBHOOKS),
      RATE_LIMIT_INGEST_PER_MINUTE: String(INGEST),
      ...environment,
    });
  const anAddress = (): string => `192.0.2.${nextAddress++}`;
  const ask = async (
    { address, token }: From,
    method = 'GET',
    path = '/organizations',
    url?: string,
  ): Promise<Answer> =>
    caller(url ?? (await gateway.getUrl()), token)(method, path, undefined, { 'x-forwarded-for': address });
  /** Sends `count` requests, and returns how many of them were not rate limited. */
  const served = async (count: number, from: () => From, method?: string, path?: string): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: count }, () => ask(from(), method, path)));
    return answers.filter(({ status }) => status !== 429).length;
  };
  const times = (count: number, from: From, method?: string, path?: string): Promise<number> =>
    served(count, () => from, method, path);

  it('return 429 with the reason and Retry-After', async () => {
    const address = anAddress();
    expect(await times(2 * LIMIT, { address })).toBe(LIMIT);
    const { status, headers, body } = await ask({ address });
    expect({ status, body }).toMatchObject({ status: 429, body: { code: 'rate_limited', status: 429 } });
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('admit health probes from an address over its limit', async () => {
    const address = anAddress();
    await times(2 * LIMIT, { address });
    for (const path of ['/health/live', '/health/ready'])
      for (let count = 0; count < 2 * LIMIT; count += 1)
        expect((await ask({ address }, 'GET', path)).status).not.toBe(429);
    expect((await ask({ address }, 'GET', '/health/anything')).status).toBe(429);
  });

  it('admit webhooks from an address over its limit, up to a higher limit', async () => {
    const address = anAddress();
    await times(2 * LIMIT, { address });
    expect(await times(WEBHOOKS + 5, { address }, 'POST', '/stripe/webhook')).toBe(WEBHOOKS);
  });

  it('admit publish requests with any key from an address over its limit, up to a higher limit', async () => {
    const address = anAddress();
    await times(2 * LIMIT, { address });
    let count = 0;
    const from = (): From => ({ address, token: `ptk_live_abcdefgh_${String((count += 1)).padStart(32, '0')}` });
    expect(await served(INGEST + 5, from, 'POST', '/ingest/events')).toBe(INGEST);
  });

  it('admit signed-in users from an address that floods anonymous requests', async () => {
    const address = anAddress();
    await times(5 * LIMIT, { address });
    expect((await ask({ address })).status).toBe(429);
    const token = await tokens.sign({ id: 101 });
    expect(await times(LIMIT, { address, token })).toBe(LIMIT);
    expect((await ask({ address }, 'POST', '/auth')).status).not.toBe(429);
  });

  it('count users behind one address separately, and one user on several addresses together', async () => {
    const address = anAddress();
    const [first, second] = [await tokens.sign({ id: 201 }), await tokens.sign({ id: 202 })];
    expect(await times(2 * LIMIT, { address, token: first })).toBe(LIMIT);
    expect(await times(LIMIT, { address, token: second })).toBe(LIMIT);
    expect((await ask({ address: anAddress(), token: await tokens.sign({ id: 201 }) })).status).toBe(429);
    expect((await ask({ address })).status).not.toBe(429);
  });

  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forgeries: [string, (id: number) => Promise<string>][] = [
    ['expired tokens', (id) => tokens.sign({ id, expiresIn: '-1 minute' })],
    [
      "tokens signed with another issuer's key",
      async (id) => {
        const head = `${encode({ alg: 'HS256', kid: 'test' })}.${encode({ sub: String(id), ver: 1 })}`;
        return `${head}.${createHmac('sha256', 'secret').update(head).digest('base64url')}`;
      },
    ],
    ['text that is not a token', async (id) => `token-${id}`],
  ];
  it.each(forgeries)('count requests with %s toward the address, not toward the named user', async (_, forge) => {
    const address = anAddress();
    const forged = await Promise.all(Array.from({ length: 2 * LIMIT }, (__, index) => forge(300 + index)));
    expect(await served(forged.length, () => ({ address, token: forged.pop() ?? '' }))).toBe(LIMIT);
    expect((await ask({ address })).status).toBe(429);
    const named = await tokens.sign({ id: 300 });
    expect((await ask({ address, token: named })).status).not.toBe(429);
  });

  it.each([
    ['sign-on', 'POST', '/auth'],
    ['the bot check', 'POST', '/recaptcha'],
    ['new users', 'POST', '/users'],
    ['new organizations', 'POST', '/organizations'],
    ['tokens for Kafka', 'POST', '/oauth/token'],
    ['exports', 'GET', '/events/export'],
    ['exports with upper-case letters and a trailing slash', 'HEAD', '/events/EXPORT/'],
  ])('have a separate limit for %s', async (_, method, path) => {
    const from = { address: anAddress(), token: await tokens.sign({ id: 400 + nextAddress }) };
    expect(await times(2 * OWN_LIMIT, from, method, path)).toBe(OWN_LIMIT);
    const { status, headers } = await ask(from, method, path);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await times(LIMIT, from)).toBe(LIMIT);
  });

  it('count an IPv6 prefix as one address, and IPv4-mapped IPv6 as IPv4', async () => {
    let host = 0;
    expect(await served(2 * LIMIT, () => ({ address: `2001:db8:1:2${10 + (host += 1)}::${host}` }))).toBe(LIMIT);
    expect((await ask({ address: '2001:db8:1:100::1' })).status).not.toBe(429);
    const address = anAddress();
    await times(2 * LIMIT, { address });
    expect((await ask({ address: `::ffff:${address}` })).status).toBe(429);
  });

  it('trust one X-Forwarded-For entry per configured proxy', async () => {
    const address = anAddress();
    expect(await served(2 * LIMIT, () => ({ address: `${anAddress()}, ${address}` }))).toBe(LIMIT);
    const direct = await start({ TRUSTED_PROXIES: '0' });
    stopped.push(direct);
    const url = await direct.getUrl();
    const answers = await Promise.all(
      Array.from({ length: 2 * LIMIT }, () => ask({ address: anAddress() }, 'GET', '/organizations', url)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(LIMIT);
  });
});
