import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { STARTING } from '@portico/testkit';
import { type Identity, type IdentityApp, startIdentity, startIdentityApp } from './identity.ts';

const USERTYPES = 'Usertype should be one of LEAD, VENDOR, CLIENT, ADMIN, SUPER_ADMIN';
const ISSUER = 'https://login.portico.test/';

describe('the settings of the product', () => {
  // spec: 2.8, D.1, D.32
  it('come from the environment', async () => {
    const identity = await startIdentityApp(ISSUER, { PRODUCT_NAME: 'Acme Connect', APPROVAL_FLOW: 'false' });
    expect((await identity.anonymous('GET', '/config')).body).toMatchObject({
      productName: 'Acme Connect',
      approvalFlow: false,
    });
    await identity.stop();
  });
});

describe('the bot check', () => {
  let provider: Server;
  let identity: IdentityApp;
  let verdict: object;
  beforeAll(async () => {
    provider = createServer((_request, response) => response.end(JSON.stringify(verdict)));
    await new Promise<void>((resolve) => {
      provider.listen(0, '127.0.0.1', resolve);
    });
    identity = await startIdentityApp(ISSUER, {
      RECAPTCHA_SITE_KEY: 'site',
      RECAPTCHA_SECRET: 'secret',
      RECAPTCHA_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    });
  }, STARTING);
  afterAll(async () => {
    await identity.stop();
    provider.close();
  });
  const check = async (answer: object) => {
    verdict = answer;
    return identity.anonymous('POST', '/recaptcha', { token: 'a token' });
  };

  // spec: 5.23, 7.22, 9.5, D.21
  it('accepts a successful verdict with a score just above 0.8', async () => {
    const { status, body } = await check({ success: true, score: 0.800_001 });
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true, score: 0.800_001 } });
  });

  // spec: 5.23, 9.5
  it.each([
    { success: true, score: 0.8 },
    { success: true, score: 0 },
    { success: true },
    { success: false, score: 0.95 },
    { success: false },
  ])('rejects the verdict %j', async (answer) => {
    expect(await check(answer)).toMatchObject({
      status: 400,
      body: { code: 'bot_check_failed', message: 'Unable to verify. Please try again.' },
    });
  });

  // spec: D.22
  it('issues a proof of the passed check that is valid for five minutes', async () => {
    const { body } = await check({ success: true, score: 0.9 });
    const { exp = 0 } = decodeJwt((body as { proof: string }).proof);
    const left = exp - Date.now() / 1_000;
    expect([left > 290, left <= 300]).toEqual([true, true]);
  });
});

describe('the user endpoints', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity();
  }, STARTING);
  afterAll(() => identity.stop());

  // spec: 3.1, 3.2, 7.16, D.52
  it('return exactly the fields of the specification', async () => {
    const { call } = await identity.as('superadmin');
    const fields = {
      name: 'Vera Vendor',
      email: `${randomUUID()}@example.test`,
      phone: '555 012 3456',
      addressLine1: '1 Alder Street',
      addressLine2: '2nd floor',
      city: 'Boston',
      state: 'MA',
      zipCode: 2_101,
      country: 'USA',
      description: 'Sells paper',
      categories: 'paper',
    };
    const { body } = await call('POST', '/users', { ...fields, usertype: 'super_admin' });
    expect(body).toEqual({
      ...fields,
      id: expect.any(Number),
      usertype: 'SUPER_ADMIN',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(Number.isInteger((body as { id: number }).id)).toBe(true);
  });

  // spec: D.63, D.104
  it.each<[string, string, unknown, string | string[]]>([
    ['GET', '/users?limit=1000', undefined, ['Limit should be at most 100']],
    ['GET', '/users?limit=ten', undefined, ['Limit should be a number']],
    ['GET', '/users?offset=-1', undefined, ['Offset should be at least 0']],
    ['GET', '/users/me', undefined, ['Id should be a number']],
    ['POST', '/users', { name: 'Vera', email: 'vera@x.test', usertype: 'boss' }, [USERTYPES]],
    [
      'POST',
      '/users',
      { name: 'Vera', email: 'vera@x.test', usertype: 'client', state: 'OHIO' },
      ['State should be at most 2 characters long'],
    ],
    ['POST', '/users', '{"name', 'The request could not be read. Its body should be JSON.'],
  ])('reject an invalid request in full sentences: %s %s %j', async (method, path, body, message) => {
    const { call } = await identity.as('superadmin');
    expect(await call(method, path, body)).toMatchObject({ status: 400, body: { message } });
  });
});
