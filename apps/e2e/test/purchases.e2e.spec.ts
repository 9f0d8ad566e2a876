import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Product, takeProduct } from '../src/product.ts';

jest.setTimeout(420_000);

const DECLINED = '4000 0000 0000 0002';

describe('a purchase', () => {
  let product: Product;

  /** Puts one product into the cart and goes to the checkout. */
  const order = async (page: Page, name: string): Promise<Page> => {
    await page.goto(`${product.stack.consoleUrl}/products`);
    await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('heading', { name: 'Order summary' }).waitFor();
    return page;
  };
  const toPayment = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL(/\/c\/pay\//);
  };
  const pay = (page: Page) => page.getByRole('button', { name: /^(Pay|Subscribe) \$/ }).click();
  const cartOf = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('portico_cart')`);

  beforeAll(async () => {
    product = await takeProduct();
    const client = await product.as('client');
    expect((await client('POST', '/organizations', { name: 'Contoso' })).status).toBe(201);
  });
  afterAll(() => product?.stop());

  // spec: 1.4, 4.26, 4.27, D.35, D.103
  it('takes a lead from a new organization through the payment to the product on the dashboard', async () => {
    // Signs in again, because the new role needs a new token.
    const page = await product.newPage();
    await page.goto(product.stack.consoleUrl);
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: /lead@portico\.test/ }).click();
    await page.waitForURL(/\/products/);
    await order(page, 'Bank account');
    await page.getByText('Please create or connect an organization first').waitFor();
    expect(await page.getByRole('button', { name: 'Checkout' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Organization Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Organization Settings' });
    await settings.getByRole('button', { name: /Organization/ }).click();
    await page.getByPlaceholder('Search organizations...').fill('Northwind');
    await page.getByRole('option', { name: /Northwind/ }).click();
    await settings.getByRole('button', { name: 'Unassign Northwind' }).waitFor();
    await settings.getByRole('button', { name: 'Close' }).click();
    await toPayment(page);
    await pay(page);
    await page.getByRole('heading', { name: 'Payment successful!' }).waitFor();
    expect(await cartOf(page)).toBeNull();
    await page.waitForURL(/\/dashboard/);
    const products = page.getByRole('list', { name: 'Products of Northwind' });
    await products.getByText('active', { exact: true }).waitFor();
    await products.getByText('pending...').waitFor();
    await page
      .getByRole('list', { name: 'Entitlements of Northwind' })
      .getByText(/^\d+ allowed$/)
      .first()
      .waitFor();
    await page.context().close();
  });

  // spec: 4.28
  it('does not happen if the buyer cancels the payment', async () => {
    const page = await order(await product.newPage('client'), 'Vouchers 1–50');
    await toPayment(page);
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await page.getByText('Payment canceled').waitFor();
    await page.getByText('Please try again').waitFor();
    await page.getByRole('button', { name: 'Checkout' }).waitFor();
    expect(await cartOf(page)).toContain('Vouchers 1–50');
    await page.context().close();
  });

  it('succeeds with another card after the first card is declined', async () => {
    const page = await order(await product.newPage('client'), 'Admin user');
    await toPayment(page);
    await page.getByLabel('Card number').fill(DECLINED);
    await pay(page);
    await page
      .getByRole('alert')
      .getByText(/declined/)
      .waitFor();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await pay(page);
    await page.getByRole('heading', { name: 'Payment successful!' }).waitFor();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('list', { name: 'Entitlements of Contoso' }).getByText('Admin users').waitFor();
    await page.context().close();
  });

  // spec: D.108
  it('shows its subscription and invoice later, and can be canceled and continued', async () => {
    const page = await product.newPage('client');
    await page.goto(`${product.stack.consoleUrl}/dashboard`);
    await page.getByRole('link', { name: 'Billing', exact: true }).click();
    const subscriptions = page.getByRole('list', { name: 'Subscriptions' });
    await subscriptions.getByText('Admin user').waitFor();
    await subscriptions.getByText(/^Next charge: \$50\.00 on .+, with Visa •••• 4242\.$/).waitFor();
    await page.getByRole('list', { name: 'Entitlements', exact: true }).getByText('Admin users').waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: /^PDF of invoice/ }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^Invoice-\w+-0001\.pdf$/);

    const inPortal = async (button: string): Promise<void> => {
      await page.getByRole('button', { name: 'Customer portal' }).click();
      await page.waitForURL(/\/p\/session\//);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('link', { name: /^Return to/ }).click();
      await page.waitForURL(/\/organizations\/\d+\/billing/);
    };
    await inPortal('Cancel subscription');
    await subscriptions.getByText(/^Ends on /).waitFor();
    await inPortal('Don’t cancel');
    await subscriptions.getByText(/^Next charge: /).waitFor();

    await inPortal('Renewal fails');
    const alert = page.getByRole('alert').filter({ hasText: 'The payment of $50.00 for Admin user has failed' });
    const paying = page.waitForEvent('popup');
    await alert.getByRole('link', { name: 'Pay the invoice' }).click();
    const invoice = await paying;
    await invoice.getByRole('button', { name: 'Pay $50.00' }).click();
    await invoice.getByText('Paid', { exact: true }).waitFor();
    await page.reload();
    await subscriptions.getByText(/^Next charge: /).waitFor();
    await page.context().close();
  });

  it('is visible to an administrator, who can change the allowed count', async () => {
    const page = await product.newPage('admin');
    await page.goto(`${product.stack.consoleUrl}/billing`);
    await page.getByRole('button', { name: 'Choose an organization' }).click();
    await page.getByRole('button', { name: 'Contoso' }).click();
    await page.getByRole('link', { name: 'Entitlements' }).click();
    await page.getByRole('button', { name: 'Edit Admin users' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Admin users' });
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('Allowed count').fill('25');
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('25 allowed').waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page
      .getByRole('button', { name: /^Manage / })
      .first()
      .click();
    await page.waitForURL(/\/p\/session\//);
    await page.context().close();
  });
});
