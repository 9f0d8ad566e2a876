import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestTokens, type TestTokens } from '@portico/testkit';
import { SignJWT, generateKeyPair } from 'jose';
import { issueServiceToken, SERVICE_CALLER } from './service-tokens.ts';
import { TokenVerifier } from './token-verifier.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const inFuture = (): number => Math.floor(Date.now() / 1_000) + 600;
const claims = {
  sub: '1',
  email: 'a@portico.test',
  usertype: 'ADMIN',
  ver: 1,
  iss: 'portico',
  aud: 'portico-api',
  iat: 1,
};

describe('TokenVerifier', () => {
  let tokens: TestTokens;
  let verifier: TokenVerifier;
  beforeAll(async () => {
    tokens = await startTestTokens();
    verifier = new TokenVerifier({
      HOST: '',
      PORT: 0,
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: 0,
      IDENTITY_URL: tokens.identityUrl,
    });
  });
  afterAll(() => tokens.stop());

  it('returns the caller of a valid token', async () => {
    const token = await tokens.sign({ id: 7, email: 'vera@portico.test', usertype: 'VENDOR' });
    expect(await verifier.verify(token)).toMatchObject({ id: 7, email: 'vera@portico.test', usertype: 'VENDOR' });
  });

  const forged: [string, () => Promise<string> | string][] = [
    ['text that is not a token', () => 'hello'],
    [
      'a service token',
      () => issueServiceToken('x'.repeat(32), SERVICE_CALLER, { service: 'events', method: 'GET', path: '/events' }),
    ],
    ['an expired token', () => tokens.sign({ expiresIn: '-1 minute' })],
    ['a token without a signature', () => `${encode({ alg: 'none' })}.${encode({ ...claims, exp: inFuture() })}.`],
    [
      'a token signed with a secret',
      () => {
        const head = `${encode({ alg: 'HS256', kid: 'test' })}.${encode({ ...claims, exp: inFuture() })}`;
        return `${head}.${createHmac('sha256', 'secret').update(head).digest('base64url')}`;
      },
    ],
    [
      "a token signed with another issuer's key",
      async () => {
        const { privateKey } = await generateKeyPair('ES256');
        return new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES256', kid: 'test' })
          .setExpirationTime('5 minutes')
          .sign(privateKey);
      },
    ],
    [
      'a token whose claims were changed',
      async () => {
        const [head, , signature] = (await tokens.sign({ usertype: 'LEAD' })).split('.');
        return `${head}.${encode({ ...claims, usertype: 'SUPER_ADMIN', exp: inFuture() })}.${signature}`;
      },
    ],
  ];
  it.each(forged)('rejects %s', async (_, forge) => {
    await expect(verifier.verify(await forge())).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it.each([
    ['responds with 503', 503, '{"keys":[]}'],
    ['responds with HTML', 200, '<html>'],
    ['returns no keys', 200, '{}'],
  ])('responds with 503 instead of 401 if identity %s', async (_, status, body) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const IDENTITY_URL = `http://127.0.0.1:${port}`;
    const away = new TokenVerifier({ HOST: '', PORT: 0, LOG_LEVEL: 'silent', DRAIN_SECONDS: 0, IDENTITY_URL });
    await expect(away.verify(await tokens.sign())).rejects.toMatchObject({ code: 'unavailable' });
    server.close();
  });

  it('answers that sign-in is unavailable when the keys cannot be read', async () => {
    const alone = new TokenVerifier({
      HOST: '',
      PORT: 0,
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: 0,
      IDENTITY_URL: 'http://127.0.0.1:1',
    });
    await expect(alone.verify(await tokens.sign())).rejects.toMatchObject({ code: 'unavailable' });
  });
});
