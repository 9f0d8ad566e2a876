import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { dataDirOf, readStack } from '@portico/stack';
import type { Page } from 'playwright-core';
import { type Product, takeProduct } from '../src/product.ts';

jest.setTimeout(420_000);

describe('a person without an organization', () => {
  let product: Product;
  let manager: Page;

  beforeAll(async () => {
    product = await takeProduct();
  });
  afterAll(() => product?.stop());

  /** Opens a path of the console in another person's browser, signed in. */
  const signedIn = async (userName: string, path: string): Promise<Page> => {
    const page = await product.newPage();
    await page.goto(new URL(path, product.stack.consoleUrl).href);
    await page.getByRole('button', { name: new RegExp(userName) }).click();
    return page;
  };

  it('creates an organization on the first page, and sees the first steps', async () => {
    manager = await signedIn('Cleo Client', '/login');
    const block = manager.getByRole('region', { name: 'Join or create your organization' });
    await block.getByRole('button', { name: 'Find or create' }).click();
    await block.getByRole('button', { name: /Organization/ }).click();
    await manager.keyboard.type('Acme Bakery');
    await manager.getByText('Add “Acme Bakery”').click();
    await manager.getByRole('region', { name: 'Get started' }).getByText('Get an integration').waitFor();
  });

  it('follows the link in an invitation mail through the login, and sees the dashboard of the organization', async () => {
    await manager.getByRole('link', { name: 'Invite people' }).click();
    await manager.getByRole('textbox', { name: /Email/ }).fill('lead@portico.test');
    await manager.getByRole('button', { name: 'Invite', exact: true }).click();
    const people = manager.getByRole('list', { name: 'People of Acme Bakery' });
    await people.getByText(/Viewer · Sent/).waitFor();

    const mails = await product.newPage();
    await mails.goto(readStack(dataDirOf(product.stack.environment))?.mailUrl ?? '');
    const mail = mails.getByRole('article').filter({ hasText: 'Invitation to Acme Bakery on Portico' });
    const link = new URL((await mail.locator('pre a').getAttribute('href')) ?? '');
    expect(link.origin).toBe(new URL(product.stack.consoleUrl).origin);

    const invited = await signedIn('Leo Lead', link.pathname + link.hash);
    await invited.getByRole('heading', { name: 'Join Acme Bakery' }).waitFor();
    await invited.getByRole('button', { name: 'Accept the invitation' }).click();
    // The lead becomes a client a moment later, and is redirected to the dashboard.
    await invited.getByText('Your organization does not have any integrations').waitFor();
    await people.getByRole('button', { name: 'Role of Leo Lead: Viewer' }).waitFor();
  });

  it('cannot join with an invented link', async () => {
    const other = await signedIn('Vera Vendor', '/invitation#none');
    await other.getByRole('heading', { name: 'This invitation cannot be accepted' }).waitFor();
  });
});
