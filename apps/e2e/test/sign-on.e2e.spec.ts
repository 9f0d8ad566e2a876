import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { endTokens, keptTokens } from '../src/kept-tokens.ts';
import { type Product, takeProduct } from '../src/product.ts';

jest.setTimeout(420_000);

/** Longest wait for something on the page. */
const SOON = 20_000;
const ACCOUNT = 'Vera Vendor';

describe('signing on in a browser', () => {
  let product: Product;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    product = await takeProduct({ soon: SOON });
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
  /** What the page opened at the provider, also in frames, since it was called. */
  const opened = () => {
    const paths: string[] = [];
    page.on('framenavigated', (frame) => {
      const { origin, pathname } = new URL(frame.url());
      if (origin !== product.stack.consoleUrl && frame.url() !== 'about:blank') paths.push(pathname);
    });
    return paths;
  };

  // spec: D.24, D.30
  it('is renewed by the refresh token after a reload, without cookies of the provider', async () => {
    const before = await keptTokens(page);
    await endTokens(page);
    await page.context().clearCookies();
    const paths = opened();
    await page.reload();
    await isIn();
    const after = await keptTokens(page);
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(paths).toEqual([]);
  });

  // spec: D.24
  it('is renewed in a hidden frame where there is no refresh token', async () => {
    const before = await keptTokens(page);
    // JSON leaves out what is undefined.
    await endTokens(page, { refreshToken: undefined as never });
    await page.reload();
    await isIn();
    expect((await keptTokens(page)).accessToken).not.toBe(before.accessToken);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('asks for a login where there is neither a refresh token nor a session', async () => {
    await endTokens(page, { refreshToken: undefined as never });
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('button', { name: new RegExp(ACCOUNT) }).click();
    await isIn();
  });

  it("ends the provider's session and its refresh token at logout", async () => {
    const { refreshToken = '', issuer, clientId } = await keptTokens(page);
    await page.getByRole('button', { name: `Hello, ${ACCOUNT}` }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await at('/');
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: new RegExp(ACCOUNT) }).waitFor();
    const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
    const { token_endpoint: url } = (await discovery.json()) as { token_endpoint: string };
    const body = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken };
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(body) });
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('refuses an answer that comes again', async () => {
    const answers: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/callback') answers.push(request.url());
    });
    await page.getByRole('button', { name: `Hello, ${ACCOUNT}` }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await at('/');
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: new RegExp(ACCOUNT) }).click();
    await isIn();
    await eventually(() => answers.length > 0);
    const other = await product.newPage();
    await other.goto(answers[0] ?? '');
    await other.getByRole('heading', { name: 'Invalid state' }).waitFor();
    await other.context().close();
  });
});
