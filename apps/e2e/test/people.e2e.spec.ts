import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MENU_ROLES, type Usertype } from '@portico/contracts/common/roles';
import { eventually } from '@portico/testkit';
import type { Locator, Page } from 'playwright-core';
import { TIMEOUT_MS, type Product, takeProduct } from '../src/product.ts';

jest.setTimeout(420_000);

const TOOLS = ['Users', 'Organizations', 'Integrations', 'Functions'];

describe('users', () => {
  let product: Product;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    product = await takeProduct();
  });
  afterAll(() => product?.stop());
  // Each journey starts signed out.
  beforeEach(async () => {
    page = await product.newPage(undefined, { viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    page.on('pageerror', ({ message }) => faults.push(message));
  });
  afterEach(async () => {
    await page.context().close();
    expect(faults.splice(0)).toEqual([]);
  });

  const at = (path: string) =>
    page.waitForURL((url) => url.pathname === path && url.origin === product.stack.consoleUrl);
  const go = (path: string) => page.goto(product.stack.consoleUrl + path);
  const signIn = async (account: string, path: string): Promise<void> => {
    await go('/');
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: new RegExp(account) }).click();
    await at(path);
  };
  const fill = async (fields: Record<string, string>, form: Page | Locator = page): Promise<void> => {
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
  };
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
  const menuItems = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();

  // spec: 1.1
  it('sign up as leads and appear in the list of users', async () => {
    await go('/');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await at('/signup');
    await fill({ Name: 'Lena Lead', Email: 'Lena@Lead.test' });
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Thank you, Lena Lead!' }).waitFor();

    await go('/');
    await page.getByRole('link', { name: 'Schedule a demo' }).click();
    await at('/leads/new');
    await fill({ Name: 'Dora Demo', Email: 'dora@lead.test', Message: 'Payroll, please' });
    await page.getByRole('button', { name: 'Request a demo' }).click();
    await page.getByRole('heading', { name: 'Thank you, Dora Demo!' }).waitFor();

    await signIn('Ada Admin', '/dashboard');
    await page.getByRole('link', { name: 'Users' }).click();
    await rowOf('lena@lead.test').getByText('LEAD', { exact: true }).waitFor();
    await page.getByPlaceholder('Search users...').fill('dora@');
    await page.waitForURL(({ searchParams }) => searchParams.get('search') === 'dora@');
    await eventually(async () => (await rowOf('@').count()) === 1, TIMEOUT_MS);
    await rowOf('dora@lead.test').click();
    const dialog = page.getByRole('dialog', { name: 'Edit user Dora Demo' });
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Payroll, please');
  });

  // spec: 1.1
  it('register as vendors, after correcting each field once', async () => {
    const right = {
      Name: 'Vito Vendor',
      Email: 'vito@vendor.test',
      Phone: '(555) 010-0123',
      'Address line 1': '1 Main St',
      City: 'Boston',
      State: 'MA',
      'Zip code': '02139',
      Country: 'USA',
    };
    const wrong: [keyof typeof right, string, string][] = [
      ['Name', 'V', 'Name should be at least 2 letters long'],
      ['Email', 'vito', 'Email should be a valid email'],
      ['Phone', '555-0100', 'Phone number should be at least 10 digits long'],
      ['Address line 1', '1', 'Address line is required'],
      ['City', 'B', 'City is required'],
      ['State', 'M', 'State should be 2 letters long'],
      ['Zip code', '0213', 'Zip code is required number'],
      ['Country', 'US', 'Country should be 3 letters long'],
    ];
    await go('/');
    await page.getByRole('link', { name: 'Register as a vendor' }).click();
    await at('/vendors/sign-up');
    await fill({ ...right, Categories: '=payroll()' });
    for (const [label, text, message] of wrong) {
      await page.getByLabel(label).fill(text);
      await page.getByRole('button', { name: 'Register as a vendor' }).click();
      await page.getByText(message).waitFor();
      await page.getByLabel(label).fill(right[label]);
      await page.getByText(message).waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Register as a vendor' }).click();
    await page.getByRole('heading', { name: 'Thank you, Vito Vendor!' }).waitFor();
  });

  // spec: 7.23
  it("appear in the vendors file that 'Generate vendors' downloads", async () => {
    await signIn('Ada Admin', '/dashboard');
    await go('/admin/functions');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Generate vendors' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain('vito@vendor.test');
    expect(file).not.toMatch(/(^|,)"?=payroll/m);
  });

  // spec: 1.3, 2.6, 2.56, 4.23, 6.1, 6.2, 6.3, 6.4
  it.each<[Usertype, string, { home: string; admin: string }]>([
    ['LEAD', 'Leo Lead', { home: '/products', admin: '/products' }],
    ['VENDOR', 'Vera Vendor', { home: '/dashboard', admin: '/dashboard' }],
    ['CLIENT', 'Cleo Client', { home: '/dashboard', admin: '/dashboard' }],
    ['ADMIN', 'Ada Admin', { home: '/dashboard', admin: '/admin/users' }],
    ['SUPER_ADMIN', 'Sam Superadmin', { home: '/dashboard', admin: '/admin/users' }],
  ])(
    "of type %s see their role's menu, are redirected to permitted screens, and log out",
    async (role, account, paths) => {
      const [name] = account.split(' ');
      await signIn(account, paths.home);
      await page.getByText(`Hello, ${name}`).waitFor();
      const tools = paths.admin === '/admin/users';
      const menu = {
        Dashboard: 'dashboard',
        Products: 'products',
        Admin: 'admin',
        'Manage Billing': 'billing',
      } as const;
      const items = Object.entries(menu).filter(([, item]) => MENU_ROLES[item].some((allowed) => allowed === role));
      const specified = (await menuItems()).filter((text) => text in menu || TOOLS.includes(text));
      expect(specified).toEqual([...items.map(([text]) => text), ...(tools ? TOOLS : [])]);
      expect(await page.getByText('Admin tools').count()).toBe(tools ? 1 : 0);
      await go('/admin/users');
      await at(paths.admin);
      await go('/no/such/page');
      await at(paths.home);

      await page.evaluate("localStorage.setItem('organizations_local', '[1]')");
      await page.getByRole('button', { name: `Hello, ${name}` }).click();
      // The logout opens the identity provider, because the session at the provider ends too.
      const back = page.waitForEvent('load');
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await back;
      await at('/');
      await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
      expect(
        await page.evaluate("['portico_token', 'portico_user', 'organizations_local'].map((key) => localStorage[key])"),
      ).toEqual([undefined, undefined, undefined]);
      await go('/dashboard');
      await page.getByRole('button', { name: new RegExp(account) }).waitFor();
    },
  );

  it('see the change that an administrator makes to their account', async () => {
    await signIn('Ada Admin', '/dashboard');
    await go('/admin');
    await rowOf('client@portico.test').click();
    const dialog = page.getByRole('dialog', { name: 'Edit user Cleo Client' });
    await fill({ Name: 'Cleopatra Client', 'Zip code': '02139' }, dialog);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('User Cleopatra Client updated successfully!').waitFor();
    await page.reload();
    await rowOf('Cleopatra Client').click();
    expect(await page.getByRole('dialog').getByLabel('Zip code').inputValue()).toBe('02139');

    await page.context().close();
    page = await product.newPage();
    await signIn('Cleo Client', '/dashboard');
    await page.getByText('Hello, Cleopatra').waitFor();
    await page.getByRole('button', { name: 'Hello, Cleopatra' }).click();
    await page.getByRole('menuitem', { name: 'User Settings' }).click();
    await page.getByRole('dialog', { name: 'User Settings' }).getByLabel('Name').fill('Cleo Client');
    await page.keyboard.press('Enter');
    await page.getByText('Hello, Cleo', { exact: true }).waitFor();
  });

  it('are created and deleted by an administrator', async () => {
    await signIn('Sam Superadmin', '/dashboard');
    await go('/admin');
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    await fill({ Name: 'Olga Once', Email: 'admin@portico.test' }, dialog);
    await dialog.getByRole('button', { name: 'User type' }).click();
    await page.getByRole('option', { name: 'SUPER ADMIN' }).click();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('Error creating user').waitFor();
    await dialog.getByText('A user with this email exists already').waitFor();
    await dialog.getByLabel('Email').fill('olga@once.test');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await rowOf('olga@once.test').getByText('SUPER ADMIN').waitFor();

    await rowOf('olga@once.test').getByRole('button', { name: 'Delete Olga Once' }).click();
    const question = page.getByRole('alertdialog', { name: 'Deleting user' });
    await question.getByText('user Olga Once will be deleted permanently.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await rowOf('olga@once.test').waitFor({ state: 'detached' });
  });
});
