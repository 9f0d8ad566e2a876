import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { endToken, SESSION_COOKIE } from '../src/end-token.ts';
import { type Product, takeProduct } from '../src/product.ts';

jest.setTimeout(420_000);

const ACCOUNT = 'Vera Vendor';

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const sidOf = (token: string): unknown => claimsOf(token)['sid'];
const issuerOf = (token: string): unknown => claimsOf(token)['iss'];

describe('sign-on in a browser', () => {
  let product: Product;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    product = await takeProduct();
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    page = await product.newPage();
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    await page.goto(`${product.stack.consoleUrl}/login`);
    await page.getByRole('button', { name: new RegExp(ACCOUNT) }).click();
    await isIn();
  });
  afterEach(async () => {
    await page.context().close();
    expect(faults.splice(0)).toEqual([]);
  });

  const at = (path: string) =>
    page.waitForURL((url) => url.pathname === path && url.origin === product.stack.consoleUrl);
  const isIn = async () => {
    await at('/dashboard');
    await page.getByRole('button', { name: `Hello, ${ACCOUNT}` }).waitFor();
  };
  /** Logs out, and waits until the provider has redirected back. */
  const logOut = async () => {
    await page.getByRole('button', { name: `Hello, ${ACCOUNT}` }).click();
    const back = page.waitForEvent('load', { predicate: () => page.url() === `${product.stack.consoleUrl}/` });
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await back;
  };
  /** Records the paths that the browser opens at the provider from now on, in the page and in frames. */
  const opened = () => {
    const paths: string[] = [];
    page.on('framenavigated', (frame) => {
      const { origin, pathname } = new URL(frame.url());
      if (origin !== product.stack.consoleUrl && frame.url() !== 'about:blank') paths.push(pathname);
    });
    return paths;
  };

  // spec: D.30
  it('is renewed by the session after a reload, without cookies of the provider', async () => {
    const before = await endToken(page);
    await page.context().clearCookies({ name: /^(?!portico_session)/ });
    const paths = opened();
    await page.reload();
    await isIn();
    const after = String(await page.evaluate('localStorage.portico_token'));
    expect(sidOf(after)).toBe(sidOf(before));
    expect(after).not.toBe(before);
    expect(paths).toEqual([]);
  });

  it("stores no token of the provider, and hides the session's secret from scripts", async () => {
    const everything = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
    const stored = String(await page.evaluate(everything));
    const tokens = stored.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
    expect(tokens.map((token) => issuerOf(token))).toEqual(['portico']);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => SESSION_COOKIE.test(name));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/auth' });
    expect(stored).not.toContain(cookie?.value.split('.')[1]);
  });

  // spec: D.24
  it('is renewed in a hidden frame if there is no session', async () => {
    const before = await endToken(page);
    await page.context().clearCookies({ name: SESSION_COOKIE });
    await page.reload();
    await isIn();
    expect(sidOf(String(await page.evaluate('localStorage.portico_token')))).not.toBe(sidOf(before));
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('asks for a login if neither the product nor the provider has a session', async () => {
    await endToken(page);
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('button', { name: new RegExp(ACCOUNT) }).click();
    await isIn();
  });

  // spec: D.87
  it.each(['at once', 'after a reload'])(
    'ends the sessions of the product and the provider when the user logs out %s',
    async (when) => {
      if (when === 'after a reload') {
        await page.reload();
        await isIn();
      }
      const token = String(await page.evaluate('localStorage.portico_token'));
      await logOut();
      await page.getByRole('link', { name: 'Login', exact: true }).click();
      await page.getByRole('button', { name: new RegExp(ACCOUNT) }).waitFor();
      const headers = { authorization: `Bearer ${token}` };
      await eventually(async () => (await fetch(`${product.stack.apiUrl}/auth`, { headers })).status === 401);
      expect((await page.context().cookies()).filter(({ name }) => SESSION_COOKIE.test(name))).toEqual([]);
    },
  );

  it('rejects a callback URL of the provider that was already used', async () => {
    const answers: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/callback') answers.push(request.url());
    });
    await logOut();
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: new RegExp(ACCOUNT) }).click();
    await isIn();
    await eventually(() => answers.length > 0);
    const other = await product.newPage();
    await other.goto(answers[0] ?? '');
    await other.getByRole('heading', { name: 'Invalid state' }).waitFor();
    await other.context().close();
  });

  it("ends another session, and redirects that session's tab to the start page", async () => {
    const other = await product.newPage();
    await other.goto(`${product.stack.consoleUrl}/login`);
    await other.getByRole('button', { name: new RegExp(ACCOUNT) }).click();
    await other.getByRole('button', { name: `Hello, ${ACCOUNT}` }).waitFor();
    await page.getByRole('button', { name: `Hello, ${ACCOUNT}` }).click();
    await page.getByRole('menuitem', { name: 'Sessions' }).click();
    await page.getByText('This device', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    // The tab sends no request, so only the live connection reports the end of the session.
    await other.waitForURL(({ pathname }) => pathname === '/');
    await other.getByRole('link', { name: 'Login', exact: true }).waitFor();
    await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' });
    await page.reload();
    await isIn();
    await other.context().close();
  });
});
