import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, eventually } from '@portico/testing';
import { Kafka, logLevel } from 'kafkajs';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { audit, THEMES } from '../src/audit.ts';
import { launchBrowser } from '../src/browser.ts';
import { run } from '../src/command.ts';
import { budgetOf, firstLoad } from '../src/first-load.ts';
import { signedIn } from '../src/signed-in.ts';
import { freePorts, type Stack, startStack } from '../src/stack.ts';

jest.setTimeout(420_000);

/** Longest wait for something on the page. */
const SOON = 15_000;
const ROUTES = new URL('../../console/src/routeTree.gen.ts', import.meta.url);

type Account = 'admin' | 'client' | 'lead';
/** Every route, as whom it is opened, and what is there once it is loaded. */
const PAGES: readonly [path: string, account: Account | null, content: string][] = [
  ['/', null, 'See every integration at work.'],
  ['/signup', null, 'Sign up'],
  ['/leads/new', null, 'Request a demo'],
  ['/vendors/sign-up', null, 'Register as a vendor'],
  ['/callback?error=access_denied&state=none', null, 'Invalid state'],
  ['/dashboard', 'admin', 'Integration Events'],
  ['/dashboard?view=product', 'admin', 'Portico'],
  ['/dashboard?view=bar-coding', 'admin', ''],
  ['/dashboard', 'client', 'You are not currently assigned to any organization.'],
  ['/products', 'lead', 'Products'],
  ['/checkout', 'client', 'Order summary'],
  ['/checkout/canceled', 'client', 'Order summary'],
  ['/checkout/success?session_id=cs_test_none', 'client', 'Your payment could not be confirmed'],
  ['/billing', 'admin', 'Choose an organization'],
  ['/billing/entitlements', 'admin', 'Choose an organization'],
  ['/admin', 'admin', 'Users'],
  ['/admin/users', 'admin', 'Users'],
  ['/admin/organizations', 'admin', 'Organizations'],
  ['/admin/integrations', 'admin', 'Integration Manager'],
  ['/admin/integrations?view=refused', 'admin', 'not json'],
  ['/admin/functions', 'admin', 'Functions'],
];
/** They only lead somewhere else. */
const REDIRECTS = ['/$', '/admin/$', '/billing/$', '/login'];
const CART = [{ productId: 'prod_bank_account', name: 'Bank account' }];

describe('the console for everyone', () => {
  let dataDir: string;
  let stack: Stack;
  let browser: Browser;
  const contexts = new Map<Account | null, BrowserContext>();

  const open = async (account: Account | null, path: string): Promise<Page> => {
    const page = await contexts.get(account)?.newPage();
    if (!page) throw new Error(`nobody is signed in as ${account}`);
    page.setDefaultTimeout(SOON);
    await page.goto(stack.consoleUrl + path);
    return page;
  };

  const publishRaw = async (value: string): Promise<void> => {
    const brokers = stack.kafkaBrokers.split(',');
    const producer = new Kafka({ brokers, clientId: 'outside', logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    await producer.send({ topic: 'integration.events.v1', messages: [{ value }] });
    await producer.disconnect();
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-a11y-'));
    stack = await startStack(dataDir, await freePorts(), ['--no-demo']);
    browser = await launchBrowser();
    const stillness = { reducedMotion: 'reduce' } as const;
    contexts.set(null, await browser.newContext(stillness));
    for (const account of ['admin', 'client', 'lead'] as const)
      contexts.set(account, await signedIn(browser, stack, account, stillness));
    await contexts.get('client')?.addInitScript(`localStorage.setItem('portico_cart', '${JSON.stringify(CART)}')`);
    const token = (await run('npm run --silent token -- admin', stack.environment)).trim();
    const admin = caller(stack.apiUrl, token);
    const { body } = await admin('POST', '/organizations', { name: 'Northwind' });
    await admin('POST', '/integrations', { name: 'payroll', organizationId: (body as { id: number }).id });
    await eventually(async () => (await admin('GET', '/integrations?search=payroll')).status === 200);
    for (const result of ['SUCCESS', 'FAILURE'])
      await run(
        `npm run publish:event -- --integration payroll --event payrun.completed --result ${result} --message "Ran" --count 8`,
        stack.environment,
      );
    await publishRaw('{"id": "half an event');
    await eventually(async () => ((await admin('GET', '/events')).body as { count: number }).count === 16);
    await eventually(async () => ((await admin('GET', '/events/refused')).body as { count: number }).count === 1);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has every route looked at', () => {
    const [, table = ''] = /interface FileRoutesByTo \{([^}]*)\}/.exec(readFileSync(ROUTES, 'utf8')) ?? [];
    const routes = [...table.matchAll(/'([^']+)':/g)].map(([, path]) => path);
    const seen = new Set([...PAGES.map(([path]) => path.replace(/\?.*/, '')), ...REDIRECTS]);
    expect(routes.filter((path) => !seen.has(path ?? ''))).toEqual([]);
  });

  it.each(PAGES)('%s for %s: axe finds nothing in any theme, at any width', async (path, account, content) => {
    const page = await open(account, path);
    await page.getByText(content).first().waitFor();
    // Skeletons and waiting pages give way to what was loaded.
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    expect(await audit(page)).toEqual([]);
    await page.close();
  });

  const limited = PAGES.filter(([path, account]) => path === '/' || account !== null);
  it.each(limited)('%s for %s: loads no more JavaScript than it may', async (path, account, content) => {
    const context = contexts.get(account);
    if (!context) throw new Error(`nobody is signed in as ${account}`);
    const { gzip } = await firstLoad(context, stack.consoleUrl + path, content);
    expect(gzip).toBeLessThanOrEqual(budgetOf(path));
  });

  it.each<[string, string, (page: Page) => Promise<void>]>([
    ['the details of an event', '/dashboard', (page) => page.getByText('payrun.completed').first().click()],
    ['a filter', '/dashboard', (page) => page.getByRole('button', { name: /Status/ }).click()],
    [
      'the user menu',
      '/products',
      (page) =>
        page
          .getByRole('button', { name: /^Hello/ })
          .first()
          .click(),
    ],
    ['the sheet of shortcuts', '/products', (page) => page.keyboard.press('?')],
    ['a refused event', '/admin/integrations?view=refused', (page) => page.getByText('not json').first().click()],
    ['the form of a user', '/admin/users', (page) => page.getByRole('button', { name: /Add User/i }).click()],
    [
      'the choice of an organization',
      '/billing',
      (page) => page.getByRole('button', { name: 'Choose an organization' }).click(),
    ],
    ['the form of an integration', '/admin/integrations', (page) => page.getByText('payroll').first().click()],
  ])('%s: axe finds nothing', async (_, path, reach) => {
    const page = await open('admin', path);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await reach(page);
    await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
    expect(await audit(page, [1440])).toEqual([]);
    await page.close();
  });

  it.each(THEMES)('%s is on the page before anything is painted', async (theme) => {
    const context = await browser.newContext();
    // Asked at the moment of the first paint, and kept.
    await context.addInitScript(`localStorage.setItem('portico_theme', '${theme}');
      new PerformanceObserver(() => { self.painted ??= document.documentElement.dataset.theme; }).observe({ type: 'paint' });`);
    const page = await context.newPage();
    await page.goto(stack.consoleUrl);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(async () => (await page.evaluate('self.painted')) !== undefined, SOON);
    expect(await page.evaluate('self.painted')).toBe(theme);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(theme.split('-')[0]);
    await context.close();
  });

  it('can be used from login to logout with the keyboard alone', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(SOON);
    const { keyboard } = page;
    const isFocused = async (locator: Locator) => (await locator.and(page.locator(':focus')).count()) === 1;
    /** Presses Tab until it has the focus, as somebody without a mouse would. */
    const tabTo = async (locator: Locator): Promise<void> => {
      await locator.waitFor();
      for (let presses = 0; presses < 60; presses += 1) {
        if (await isFocused(locator)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${String(locator)}`);
    };

    await page.goto(stack.consoleUrl);
    await tabTo(page.getByRole('link', { name: 'Login', exact: true }));
    await keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: /Ada Admin/ }));
    await keyboard.press('Enter');
    await page.waitForURL(/\/dashboard/);
    await page.getByRole('heading', { name: 'Integration Events' }).waitFor();

    await keyboard.press('Tab');
    expect(await isFocused(page.getByRole('link', { name: 'Skip to content' }))).toBe(true);
    await keyboard.press('/');
    expect(await isFocused(page.getByRole('searchbox'))).toBe(true);
    await keyboard.type('payrun');
    await page.waitForURL(/query=payrun/);
    const status = page.getByRole('button', { name: /Status/ });
    await tabTo(status);
    await keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'FAILURE' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.waitForURL(/status=FAILURE/);

    const rows = page.locator('[data-opener]');
    await eventually(async () => (await rows.count()) === 8, SOON);
    await tabTo(rows.first());
    await keyboard.press('ArrowDown');
    expect(await isFocused(rows.nth(1))).toBe(true);
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Event Details' });
    await tabTo(dialog.getByRole('link', { name: 'Support' }));
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await eventually(() => isFocused(rows.nth(1)), SOON);

    await tabTo(page.getByRole('button', { name: /^Hello/ }).first());
    await keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await keyboard.press('End');
    expect(await isFocused(page.getByRole('menuitem', { name: 'Logout' }))).toBe(true);
    await keyboard.press('Enter');
    await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
    await context.close();
  });
});
