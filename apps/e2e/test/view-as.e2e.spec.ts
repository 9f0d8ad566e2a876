import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Product, takeProduct } from '../src/product.ts';

jest.setTimeout(420_000);

describe('viewing as a customer', () => {
  let product: Product;
  beforeAll(async () => {
    product = await takeProduct();
  });
  afterAll(() => product?.stop());

  /** Signs on in the browser. The browser returns to this session after the view ends. */
  const signIn = async (name: string): Promise<Page> => {
    const page = await product.newPage();
    await page.goto(`${product.stack.consoleUrl}/login`);
    await page.getByRole('button', { name: new RegExp(name) }).click();
    await page.getByRole('button', { name: `Hello, ${name.split(' ')[0]}` }).waitFor();
    return page;
  };

  it("requires a manager's permission, shows both names, is read-only, and ends within two seconds of its revocation", async () => {
    const client = await product.as('client');
    const name = `Viewed ${Date.now()}`;
    const { id } = (await client('POST', '/organizations', { name })).body as { id: number };
    const settings = `${product.stack.consoleUrl}/organizations/${id}/settings`;
    const [manager, admin] = [await signIn('Cleo Client'), await signIn('Ada Admin')];
    await admin.goto(settings);
    expect(await admin.getByRole('button', { name: 'View as a customer' }).isDisabled()).toBe(true);

    await manager.goto(settings);
    await manager.getByRole('button', { name: 'Allow for 1 hour' }).click();
    await manager.getByText(/^Access is allowed by Cleo Client until .*\.$/).waitFor();

    const view = async () => {
      await admin.goto(settings);
      await admin.getByRole('button', { name: 'View as a customer' }).click();
      await admin.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711');
      await admin.getByRole('button', { name: 'View', exact: true }).click();
      await admin.getByText(`Ada Admin views ${name} as a viewer`).waitFor();
    };
    await view();
    await admin.getByRole('heading', { name: 'Integration Events' }).waitFor();
    const token = String(await admin.evaluate('localStorage.portico_token'));
    const answer = await fetch(`${product.stack.apiUrl}/organizations/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Changed' }),
    });
    expect(answer.status).toBe(403);
    await admin.goto(`${product.stack.consoleUrl}/admin/users`);
    await admin.waitForURL(({ pathname }) => pathname === '/dashboard');

    await admin.getByRole('button', { name: 'End view' }).click();
    await admin.getByRole('button', { name: 'Hello, Ada' }).waitFor();
    await admin.getByText(`Ada Admin views ${name} as a viewer`).waitFor({ state: 'detached' });

    await view();
    await manager.getByRole('button', { name: 'End access now' }).click();
    // The product closes the view's live connection, and the administrator's own session continues.
    await admin.getByRole('button', { name: 'Hello, Ada' }).waitFor();
    await admin.getByText(`Ada Admin views ${name} as a viewer`).waitFor({ state: 'detached' });
    await Promise.all([manager, admin].map((page) => page.context().close()));
  });
});
