import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import { eventually, read } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

/** Maximum number of controls on one screen. */
const MANY_TABS = 150;

/** Returns the name of the focused element for screen readers. */
const FOCUSED_NAME = `(() => {
  const { activeElement: it } = document;
  const labelled = (it.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
  return it.getAttribute('aria-label') ?? (labelled.join(' ').trim() || (it.labels?.[0]?.textContent ?? it.textContent));
})()`;

describe('with only the keyboard', () => {
  let product: Publishing;
  let page: Page;

  const pageOf = (account: string): Promise<Page> =>
    product.newPage(account, { locale: 'en-US', timezoneId: 'UTC', viewport: { width: 1440, height: 900 } });
  const publish = (name: string, result: 'SUCCESS' | 'FAILURE') =>
    product.outsider.publish(
      eventOf(product.integration, { event_name: name, result, details: { message: `About ${name}` } }),
    );
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Moves the focus until it is on the element with this name. */
  const tabTo = async (name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    for (let tabs = 0; tabs < MANY_TABS; tabs += 1) {
      if (name.test(await page.evaluate<string>(FOCUSED_NAME))) return;
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
    }, TIMEOUT_MS);

  beforeAll(async () => {
    product = await takePublishing('payroll');
    const { admin, client: manager, integration } = product;
    const { organizationId } = integration;
    const member = await product.as('vendor');
    const { id: managerId } = (await manager('GET', '/auth')).body as { id: number };
    const { id: memberId } = (await member('GET', '/auth')).body as { id: number };
    const users = [managerId, memberId].map((id) => ({ id, approved: true }));
    expect((await admin('PUT', '/organizations/assign-many', { organizationId, users })).status).toBeLessThan(300);
    await publish('bank.refused', 'FAILURE');
    await publish('payrun.failed', 'FAILURE');
    await publish('payrun.completed', 'SUCCESS');
    await eventually(async () => (await read<EventList>(member, '/events')).count === 3, TIMEOUT_MS);
  });
  afterAll(() => product?.stop());

  it('a member watches, filters, opens an event, excludes its value, and saves and shares the view', async () => {
    page = await pageOf('client');
    await page.goto(`${product.stack.consoleUrl}/products`);
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

    // Moves the focus from the search box to the first row, and then two rows down.
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

  it('another member opens the shared view with the command palette', async () => {
    page = await pageOf('vendor');
    await page.goto(`${product.stack.consoleUrl}/dashboard`);
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
