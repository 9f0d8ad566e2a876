import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { caller, eventually } from '@portico/testkit';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '@portico/testkit/product/browser';
import { run } from '@portico/testkit/product/command';
import { signedIn } from '@portico/testkit/product/signed-in';
import { freePorts, type Stack, startStack } from '@portico/testkit/product/stack';
import { connectOutsider, eventOf, type Outsider } from '../src/outsider.ts';

jest.setTimeout(420_000);

/** Longest wait for something on the page, on a busy machine. */
const SOON = 60_000;
/** Controls of one screen, at most. */
const MANY_TABS = 150;

/** What has the focus, as a screen reader names it. */
const FOCUSED = `(() => {
  const { activeElement: it } = document;
  const labelled = (it.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
  return it.getAttribute('aria-label') ?? (labelled.join(' ').trim() || (it.labels?.[0]?.textContent ?? it.textContent));
})()`;

describe('without a mouse', () => {
  let dataDir: string;
  let stack: Stack;
  let browser: Browser;
  let outsider: Outsider;
  let page: Page;
  let integration: { id: number; organizationId: number };

  const as = async (account: string) =>
    caller(stack.apiUrl, (await run(`npm run --silent token -- ${account}`, stack.environment)).trim());
  const pageOf = async (account: string): Promise<Page> => {
    const context = await signedIn(browser, stack, account, {
      locale: 'en-US',
      timezoneId: 'UTC',
      viewport: { width: 1440, height: 900 },
    });
    const opened = await context.newPage();
    opened.setDefaultTimeout(SOON);
    return opened;
  };
  const publish = (name: string, result: 'SUCCESS' | 'FAILURE') =>
    outsider.publish(eventOf(integration, { event_name: name, result, details: { message: `About ${name}` } }));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Moves the focus until it is on what is named so. */
  const tabTo = async (name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    for (let tabs = 0; tabs < MANY_TABS; tabs += 1) {
      if (name.test(await page.evaluate<string>(FOCUSED))) return;
      await page.keyboard.press(key);
    }
    throw new Error(`the focus never came to ${name.source}`);
  };
  const names = () =>
    page.locator('main tr[data-index] td:nth-child(4)').evaluateAll((cells) => cells.map((cell) => cell.textContent));
  const lists = (expected: readonly string[]) =>
    eventually(async () => {
      const texts = await names();
      return texts.length === expected.length && expected.every((name) => texts.some((text) => text?.startsWith(name)));
    }, SOON);

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-keyboard-'));
    stack = await startStack(dataDir, await freePorts(), ['--no-demo']);
    const [admin, manager, member] = [await as('admin'), await as('client'), await as('vendor')];
    const { id: organizationId } = (await manager('POST', '/organizations', { name: 'Northwind' })).body as {
      id: number;
    };
    const { id: managerId } = (await manager('GET', '/auth')).body as { id: number };
    const { id: memberId } = (await member('GET', '/auth')).body as { id: number };
    const users = [managerId, memberId].map((id) => ({ id, approved: true }));
    expect((await admin('PUT', '/organizations/assign-many', { organizationId, users })).status).toBeLessThan(300);
    const { id } = (await admin('POST', '/integrations', { name: 'payroll', organizationId })).body as { id: number };
    integration = { id, organizationId };
    await eventually(async () => {
      const { body } = await member('GET', '/events');
      return (body as { integrations: string[] }).integrations.length === 1;
    }, SOON);
    outsider = await connectOutsider(stack);
    await publish('bank.refused', 'FAILURE');
    await publish('payrun.failed', 'FAILURE');
    await publish('payrun.completed', 'SUCCESS');
    await eventually(async () => ((await member('GET', '/events')).body as { count: number }).count === 3, SOON);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await outsider?.close();
    await browser?.close();
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('one watches, filters, opens an event, excludes what it is, saves and shares the view', async () => {
    page = await pageOf('client');
    await page.goto(`${stack.consoleUrl}/products`);
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    await press('g', 'e');
    await page.getByText('Live', { exact: true }).waitFor();
    await lists(['payrun.completed', 'payrun.failed', 'bank.refused']);

    await press('Space');
    await page.getByText('Paused', { exact: true }).waitFor();
    await publish('payrun.arrived', 'FAILURE');
    await page.getByText('1 new, 1 failed').waitFor();
    await press('Space');
    await lists(['payrun.arrived', 'payrun.completed', 'payrun.failed', 'bank.refused']);

    await press('/');
    await page.keyboard.type('status:FAILURE');
    await press('Enter');
    await lists(['payrun.arrived', 'payrun.failed', 'bank.refused']);

    // Out of the search box, to the first row, and two rows down.
    await press('Tab', 'j', 'j', 'j', 'Enter');
    const opened = page.getByRole('dialog', { name: 'Event Details' });
    await opened.getByText('About bank.refused').first().waitFor();
    await tabTo(/^Exclude this event/i);
    await press('Enter');
    await lists(['payrun.arrived', 'payrun.failed']);
    await press('Escape');

    await tabTo(/^Views$/, 'Shift+Tab');
    await press('Enter');
    await page.getByRole('textbox', { name: 'Name of the view' }).waitFor();
    await tabTo(/^Name of the view/);
    await page.keyboard.type('Payrun failures');
    await press('Enter');
    await page.getByRole('button', { name: 'More for Payrun failures' }).waitFor();
    await tabTo(/^More for Payrun failures/, 'Shift+Tab');
    await press('Enter');
    await page.getByRole('menuitem', { name: 'Share…' }).waitFor();
    await press('ArrowDown', 'Enter');
    await page.getByRole('dialog', { name: 'Share Payrun failures' }).waitFor();
    await tabTo(/Shared with/);
    await press('Enter');
    await page.getByRole('option', { name: 'Northwind' }).waitFor();
    await press('ArrowDown', 'Enter');
    await tabTo(/^Save$/);
    await press('Enter');
    await page.getByRole('dialog', { name: 'Share Payrun failures' }).waitFor({ state: 'detached' });
  });

  it('another member opens it by the command palette', async () => {
    page = await pageOf('vendor');
    await page.goto(`${stack.consoleUrl}/dashboard`);
    await page.getByText('Live', { exact: true }).waitFor();
    await press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await page.keyboard.type('payrun');
    await page.getByRole('option', { name: /Payrun failures/ }).waitFor();
    await press('Enter');
    await lists(['payrun.arrived', 'payrun.failed']);
    await press('Control+k');
    await page.keyboard.type('theme dark');
    await press('Enter');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor({ state: 'detached' });
    expect(await page.evaluate("document.documentElement.dataset.theme ?? ''")).toBe('dark');
  });
});
