// needs: keycloak
// Costs 90 s on 2 quiet cores: 15 s for the product, 10 s for Keycloak, and 60 s until a token is refused.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@portico/contracts/http/identity';
import { type Answer, caller, eventually } from '@portico/testkit';
import { launchBrowser } from '@portico/testkit/product/browser';
import type { Browser, Page } from 'playwright-core';
import {
  claimsOf,
  CONSOLE_CLIENT,
  createPerson,
  headOf,
  OTHER_CLIENTS,
  PASSWORD,
  type Person,
  REALM,
  tokensOf,
} from '../src/keycloak-realm.ts';
import { type KeycloakProduct, startKeycloakProduct, SUPER_ADMIN } from '../src/keycloak-product.ts';
import { endToken, SESSION_COOKIE } from '../src/end-token.ts';
import { TIMEOUT_MS } from '../src/product.ts';

jest.setTimeout(600_000);

type Session = { accessToken: string; user: User };
/** Milliseconds by which the provider's clock may differ. */
const CLOCK_TOLERANCE = 60_000;
const newEmail = (): string => `${randomUUID()}@corp.test`;
const userOf = ({ body }: Answer): User => (body as Session).user;
const problem = (status: number, code: string) => ({ status, body: { code } });

describe('sign-on at Keycloak', () => {
  let product: KeycloakProduct;
  let root: Person;
  /** An expired token. */
  let ended: { token: string; email: string };
  beforeAll(async () => {
    product = await startKeycloakProduct();
  });
  afterAll(() => product?.stop());

  const newPerson = (changes: { email?: string; emailVerified?: boolean } = {}) =>
    createPerson(product.keycloak, changes);
  const change = (id: string, changes: object) => product.keycloak.admin('PUT', `/${REALM}/users/${id}`, changes);

  it('becomes available without a restart when Keycloak is up', async () => {
    expect(product.early).toMatchObject(problem(503, 'unavailable'));
    expect((await product.signOn(await newPerson())).status).toBe(200);
  });

  const endOf = (token: string): number => Number(claimsOf(token)['exp']) * 1_000;

  it('accepts a token that expired less than a minute ago, because clocks differ', async () => {
    const { email, ...person } = await newPerson();
    const clientId = OTHER_CLIENTS.short;
    const { access_token: token = '' } = await tokensOf(product.keycloak, { email, ...person }, { clientId });
    await eventually(() => Date.now() > endOf(token));
    expect((await product.exchange(token, email)).status).toBe(200);
    ended = { token, email };
  });

  it('makes the person with SUPER_ADMIN_EMAIL the first administrator', async () => {
    root = await newPerson({ email: SUPER_ADMIN });
    expect(userOf(await product.signOn(root))).toMatchObject({
      email: SUPER_ADMIN.toLowerCase(),
      usertype: 'SUPER_ADMIN',
    });
  });

  it('finds one account for every letter case of an address', async () => {
    const person = await newPerson({ email: `Mixed.${newEmail()}` });
    const forms = [person.email, person.email.toLowerCase(), person.email.toUpperCase()];
    const users: User[] = [];
    for (const form of forms) users.push(userOf(await product.signOn(person, form)));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect(users[0]).toMatchObject({ email: person.email.toLowerCase(), name: 'Alice Adams', usertype: 'LEAD' });
  });

  it('accepts an address with letters of any script', async () => {
    const person = await newPerson({ email: `jürgen-${newEmail()}` });
    expect(userOf(await product.signOn(person))).toMatchObject({ email: person.email });
  });

  it('rejects an address that Keycloak has not verified', async () => {
    const answer = await product.signOn(await newPerson({ emailVerified: false }));
    expect(answer).toMatchObject(problem(403, 'email_not_verified'));
  });

  it("rejects another person's address", async () => {
    expect(await product.signOn(await newPerson(), newEmail())).toMatchObject(problem(403, 'email_mismatch'));
  });

  it.each([OTHER_CLIENTS.otherAudience, OTHER_CLIENTS.noAudience, OTHER_CLIENTS.otherClient])(
    'rejects a token of the client %s',
    async (clientId) => {
      const person = await newPerson();
      const { access_token: token = '' } = await tokensOf(product.keycloak, person, { clientId });
      expect(await product.exchange(token, person.email)).toMatchObject(problem(401, 'unauthenticated'));
    },
  );

  it('rejects an ID token in place of an access token', async () => {
    const person = await newPerson();
    const { id_token: token = '' } = await tokensOf(product.keycloak, person);
    expect(await product.exchange(token, person.email)).toMatchObject(problem(401, 'unauthenticated'));
  });

  it("reads the address from Keycloak's userinfo when the token does not contain it", async () => {
    const person = await newPerson();
    const { access_token: token = '' } = await tokensOf(product.keycloak, person, { scope: 'openid' });
    expect(claimsOf(token)).not.toHaveProperty('email');
    expect(userOf(await product.exchange(token, person.email))).toMatchObject({ email: person.email });
  });

  it('accepts a token that a refresh token returned, and Keycloak refuses a second use of the refresh token', async () => {
    const person = await newPerson();
    const { refresh_token = '' } = await tokensOf(product.keycloak, person);
    const grant = { grant_type: 'refresh_token', client_id: CONSOLE_CLIENT, refresh_token };
    const { body } = await product.keycloak.token(REALM, grant);
    expect((await product.exchange(body['access_token'] ?? '', person.email)).status).toBe(200);
    expect(await product.keycloak.token(REALM, grant)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('keeps the account of a person whose address changed, and ends the session that began with the old address', async () => {
    const person = await newPerson();
    const { accessToken, user } = (await product.signOn(person)).body as Session;
    const email = newEmail();
    await change(person.id, { email, emailVerified: true });
    expect(userOf(await product.signOn({ ...person, email }))).toMatchObject({ id: user.id, email });
    const call = caller(product.stack.apiUrl, accessToken);
    await eventually(async () => (await call('GET', '/auth')).status === 401);
  });

  it('does not give an account to another person who takes over its former e-mail address', async () => {
    const alice = await newPerson();
    const { id } = userOf(await product.signOn(alice));
    await change(alice.id, { email: newEmail() });
    const mallory = await newPerson({ email: alice.email });
    expect(await product.signOn(mallory)).toMatchObject(problem(409, 'email_taken'));
    const moved = newEmail();
    await change(alice.id, { email: moved, emailVerified: true });
    expect(userOf(await product.signOn({ ...alice, email: moved })).id).toBe(id);
    expect(userOf(await product.signOn(mallory)).id).not.toBe(id);
  });

  it('accepts a token after its session ended at Keycloak, until the token expires', async () => {
    const person = await newPerson();
    const { access_token: token = '', refresh_token = '' } = await tokensOf(product.keycloak, person);
    await product.keycloak.admin('POST', `/${REALM}/users/${person.id}/logout`);
    const grant = { grant_type: 'refresh_token', client_id: CONSOLE_CLIENT, refresh_token };
    expect((await product.keycloak.token(REALM, grant)).status).toBe(400);
    expect((await product.exchange(token, person.email)).status).toBe(200);
  });

  it('accepts tokens of a new signing key', async () => {
    const person = await newPerson();
    const { access_token: before = '' } = await tokensOf(product.keycloak, person);
    const realm = (await product.keycloak.admin('GET', `/${REALM}`)).body as { id: string };
    await product.keycloak.admin('POST', `/${REALM}/components`, {
      name: 'new',
      providerId: 'rsa-generated',
      providerType: 'org.keycloak.keys.KeyProvider',
      parentId: realm.id,
      config: { priority: ['1000'], algorithm: ['RS256'] },
    });
    const { access_token: after = '' } = await tokensOf(product.keycloak, person);
    expect(headOf(after)['kid']).not.toBe(headOf(before)['kid']);
    // Waits, because the product fetches the provider's signing keys at most every 30 seconds.
    await eventually(async () => (await product.exchange(after, person.email)).status === 200);
    expect((await product.exchange(before, person.email)).status).toBe(200);
  });

  describe('in a browser', () => {
    let browser: Browser;
    let page: Page;
    const faults: string[] = [];
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser?.close());
    beforeEach(async () => {
      page = await (await browser.newContext()).newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text());
      });
      await page.goto(`${product.stack.consoleUrl}/login`);
      await logIn();
      await isIn();
    });
    afterEach(async () => {
      await page.context().close();
      expect(faults.splice(0)).toEqual([]);
    });

    /** Enters the login on Keycloak's own page. */
    const logIn = async (): Promise<void> => {
      await page.locator('#username').fill(root.email);
      await page.locator('#password').fill(PASSWORD);
      await page.locator('#kc-login').click();
    };
    const at = (path: string) =>
      page.waitForURL((url) => url.pathname === path && url.origin === product.stack.consoleUrl);
    const isIn = async (): Promise<void> => {
      await at('/dashboard');
      await page.getByRole('button', { name: /^Hello, Super/ }).waitFor();
    };

    it.each([
      ['its session cookie', false],
      ['a hidden frame if it has no session cookie', true],
    ])('is renewed after a reload by %s', async (_, isWithout) => {
      const before = await endToken(page);
      if (isWithout) await page.context().clearCookies({ name: SESSION_COOKIE });
      await page.reload();
      await isIn();
      expect(await page.evaluate('localStorage.portico_token')).not.toBe(before);
    });

    it.each(['at once', 'after a reload'])('asks for the password again after a logout %s', async (when) => {
      if (when === 'after a reload') {
        await page.reload();
        await isIn();
      }
      await page.getByRole('button', { name: /^Hello, Super/ }).click();
      const ended = page.waitForResponse((response) => response.url().includes('/openid-connect/logout'));
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await ended;
      await at('/');
      await page.getByRole('link', { name: 'Login', exact: true }).click();
      await logIn();
      await isIn();
    });
  });

  it('rejects a token that expired more than a minute ago', async () => {
    const { token, email } = ended;
    await eventually(async () => (await product.exchange(token, email)).status === 401, 90_000);
    expect(Date.now()).toBeGreaterThan(endOf(token) + CLOCK_TOLERANCE);
  });
});
