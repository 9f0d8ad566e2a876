// needs: firefox
// Costs 60 s on 2 quiet cores: 15 s for the product.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { launchFirefox } from '@portico/testkit/product/browser';
import type { Page } from 'playwright-core';
import { eventOf } from '../src/outsider.ts';
import { type Publishing, takePublishing } from '../src/product.ts';

jest.setTimeout(420_000);

const PAGE = { viewport: { width: 1440, height: 900 }, locale: 'en-US' };

describe('the console in Firefox', () => {
  let product: Publishing;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    product = await takePublishing('payroll', { launch: launchFirefox });
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    page = await product.newPage(undefined, PAGE);
    page.on('pageerror', ({ message }) => faults.push(message));
  });
  afterEach(async () => {
    await page.context().close();
    expect(faults.splice(0)).toEqual([]);
  });

  const publish = (change: Partial<IntegrationEvent>): Promise<void> =>
    product.outsider.publish(eventOf(product.integration, change));
  const signIn = async (account: string): Promise<void> => {
    await page.goto(product.stack.consoleUrl);
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: new RegExp(account) }).click();
    await page.getByRole('button', { name: `Hello, ${account}` }).waitFor();
  };

  it("shows an administrator events as they arrive, opens an event, and visits the menu's pages", async () => {
    await signIn('Ada Admin');
    await page.getByText('Live', { exact: true }).waitFor();
    await publish({ event_name: 'firefox.failed', result: 'FAILURE' });
    const row = page.getByRole('row').filter({ hasText: 'firefox.failed' });
    await row.waitFor();
    await row.click();
    await page.getByRole('heading', { name: 'Event Details' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Event Details' }).waitFor({ state: 'detached' });
    const places = [
      ['Trouble', 'Episodes'],
      ['Organizations', 'Organizations'],
      ['Integrations', 'Integration Manager'],
      ['Manage Billing', 'Billing'],
    ] as const;
    for (const [place, heading] of places) {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: new RegExp(`^${place}`) })
        .click();
      await page.getByRole('heading', { level: 1, name: new RegExp(heading) }).waitFor();
    }
  });

  it('leads a client from a product through the payment page to the invoice', async () => {
    await signIn('Cleo Client');
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Vouchers 1–50' }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL(/\/c\/pay\//);
    await page.getByRole('button', { name: /^(Pay|Subscribe) \$/ }).click();
    await page.getByRole('heading', { name: 'Payment successful!' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByRole('list', { name: 'Invoices' }).getByText('paid').first().waitFor();
  });
});
