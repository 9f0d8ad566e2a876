import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { listOf } from '../../testing/fixtures.ts';
import { entitlementOf, NORTHWIND, productOf } from '../../testing/organization.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const PORTAL = 'https://pay.test/p/session/1';
const ORGANIZATION: OrganizationDetail = {
  ...NORTHWIND,
  customerId: 'cus_1',
  organizationProducts: [productOf(1, 'Portal'), productOf(2, 'Bar-coding', { active: false })],
  organizationEntitlements: [
    entitlementOf(11, 'Bank accounts', 3, 10),
    entitlementOf(12, 'Vouchers', 40, 50, { lookupKey: 'voucher_50' }),
    entitlementOf(13, 'Admin users', 2, 2),
    entitlementOf(14, 'Credit cards', 0, 5, { active: false }),
  ],
};

const show = (
  path: string,
  {
    usertype = 'ADMIN',
    detail = ORGANIZATION,
    api = {},
  }: { usertype?: Usertype; detail?: OrganizationDetail; api?: Record<string, Answer> } = {},
) => {
  const sent: unknown[] = [];
  let organization = detail;
  const save: Answer = (_, { body }) => {
    const { allowedCount }: { allowedCount: number } = JSON.parse(typeof body === 'string' ? body : '');
    sent.push({ allowedCount });
    const organizationEntitlements = organization.organizationEntitlements.map((row) =>
      row.id === 11 ? { ...row, allowedCount } : row,
    );
    organization = { ...organization, organizationEntitlements };
    return organizationEntitlements[0];
  };
  const console = renderConsole({
    path,
    usertype,
    api: {
      'GET /users/organizations': () => ({
        data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' }],
        count: 1,
      }),
      'GET /organizations/4': () => organization,
      'GET /billable-products': () => [],
      'GET /events': ({ searchParams }) => listOf([], searchParams),
      'POST /stripe/customer-portal': (_, { body }) => {
        sent.push(JSON.parse(typeof body === 'string' ? body : ''));
        return { url: PORTAL };
      },
      'PUT /organization-entitlements/11': save,
      ...api,
    },
  });
  return { ...console, sent };
};
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Bank accounts' }));
  return within(await screen.findByRole('dialog', { name: 'Edit Bank accounts' }));
};
const rows = () =>
  within(screen.getByRole('list', { name: 'Entitlements of Northwind' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

afterEach(() => void jest.restoreAllMocks());

describe('Manage Billing', () => {
  // spec: 1.4, 2.22, 7.27
  it('lists the products with links to the customer portal', async () => {
    const opened: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      opened.push(this.href);
    });
    const { sent } = show('/billing');
    expect(await screen.findByRole('link', { name: 'Manage Billing' })).toBeTruthy();
    const list = await screen.findByRole('list', { name: 'Products of Northwind' });
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('activebase·Instance pending...');
    expect(
      within(list)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Manage Portal', 'Manage Bar-coding']);
    await userEvent.click(screen.getByRole('button', { name: 'Manage Portal' }));
    await waitFor(() => expect(opened).toEqual([PORTAL]));
    expect(sent).toEqual([{ customerId: 'cus_1' }]);
  });

  // spec: 8.17
  it.each<[string, OrganizationDetail, Answer | undefined]>([
    ['the organization has no customer id', { ...ORGANIZATION, customerId: null }, undefined],
    ['Stripe does not know the customer id', ORGANIZATION, () => refusalOf(404, 'stripe_customer_not_found', 'x')],
  ])('reports a missing Stripe customer if %s', async (_, detail, answer) => {
    const { sent } = show('/billing', { detail, ...(answer && { api: { 'POST /stripe/customer-portal': answer } }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Manage Portal' }));
    expect((await screen.findAllByText('Stripe customer not found')).length).toBeGreaterThan(0);
    expect((await screen.findAllByText('Your organization does not have a Stripe account')).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
  });

  it('lists the purchases of all organizations, and opens the billing of the organization in a selected row', async () => {
    const item = { productId: 'p', name: 'Bank account', quantity: 2, status: 'active' };
    const purchase = {
      id: 1,
      organizationId: 4,
      organizationName: 'Northwind',
      customerId: 'cus_1',
      checkoutSessionId: 'cs_1',
      subscriptionId: 'sub_1',
      currency: 'usd',
      amountTotal: 10_000,
      purchasedAt: '2026-11-01T00:00:00.000Z',
      items: [item],
    };
    const webhooks = { waiting: 0, failing: 0, oldestReceivedAt: null };
    const { calls, location } = show('/billing', {
      api: {
        'GET /users/organizations': () => ({ data: [], count: 0 }),
        'GET /admin/billing': () => ({ data: [purchase], count: 1, webhooks }),
      },
    });
    const table = within(await screen.findByRole('table', { name: 'Who pays what' }));
    const row = await table.findByRole('row', { name: /Northwind/ });
    expect(within(row).getByText('2 × Bank account')).toBeTruthy();
    expect(within(row).getByText('$100.00')).toBeTruthy();
    await userEvent.type(screen.getByPlaceholderText('Search organizations...'), 'north');
    await waitFor(() => expect(location()).toBe('/billing?search=north'));
    await waitFor(() => expect(calls).toContain('GET /admin/billing?search=north&limit=10&offset=0'));
    await userEvent.click(screen.getByRole('button', { name: 'Northwind' }));
    expect(await screen.findByRole('list', { name: 'Products of Northwind' })).toBeTruthy();
  });

  // spec: 2.23
  it('lets an administrator select an organization, and remembers the selection', async () => {
    const { location } = show('/billing', {
      api: {
        'GET /users/organizations': () => ({ data: [], count: 0 }),
        'GET /organizations': () => ({ data: [{ id: 4, name: 'Northwind' }], count: 1 }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Choose an organization' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Northwind' }));
    expect(await screen.findByRole('list', { name: 'Products of Northwind' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Entitlements' }));
    await waitFor(() => expect(location()).toBe('/billing/entitlements'));
    expect(await screen.findByRole('list', { name: 'Entitlements of Northwind' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(location()).toBe('/billing'));
    // The selection persists until logout, like all keys with this prefix.
    expect(localStorage.getItem('organizations_local_chosen')).toBe('{"id":4,"name":"Northwind"}');
  });

  // spec: 2.21, 6.5
  it.each<[Usertype, string, string]>([
    ['CLIENT', '/billing', '/dashboard'],
    ['LEAD', '/billing/entitlements', '/products'],
    ['ADMIN', '/billing/nowhere', '/billing'],
  ])('redirects a %s without an organization from %s to %s', async (usertype, path, expected) => {
    const { location } = show(path, { usertype, api: { 'GET /users/organizations': () => ({ data: [], count: 0 }) } });
    await waitFor(() => expect(location()).toBe(expected));
  });
});

describe('the entitlements', () => {
  // spec: 5.26, D.92
  it('show only the allowed count, and have no edit button if they are vouchers or inactive', async () => {
    show('/billing/entitlements');
    const list = await screen.findByRole('list', { name: 'Entitlements of Northwind' });
    expect(rows()).toEqual([
      'Bank accounts10 allowedEdit',
      'Vouchers50 allowed',
      'Admin users2 allowedEdit',
      'Credit cardsinactive5 allowed',
    ]);
    expect(
      within(list)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Edit Bank accounts', 'Edit Admin users']);
  });

  // spec: 5.25, 7.13, D.92
  it('can be saved by keyboard once the count has changed', async () => {
    const { sent } = show('/billing/entitlements');
    const dialog = await edit();
    const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    const count = dialog.getByRole<HTMLInputElement>('textbox', { name: /Allowed count/ });
    expect([save().disabled, count.value]).toEqual([true, '10']);
    expect(dialog.getByText(/^10 allowed\./).textContent).not.toMatch(/\d+ of \d+/);
    await userEvent.type(count, '0');
    expect(save().disabled).toBe(false);
    await userEvent.type(count, '{Backspace}');
    expect(save().disabled).toBe(true);
    await userEvent.clear(count);
    await userEvent.type(count, '12{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ allowedCount: 12 }]);
    await waitFor(() => expect(rows()[0]).toBe('Bank accounts12 allowedEdit'));
    expect((await screen.findAllByText('Entitlement updated!')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Entitlement Bank accounts updated successfully!').length).toBeGreaterThan(0);
  });

  it.each([
    ['', 'Count should be a whole number'],
    ['1.5', 'Count should be a whole number'],
    ['2000000000', 'Count is too large'],
  ])('reject the count "%s"', async (text, message) => {
    const { sent } = show('/billing/entitlements');
    const dialog = await edit();
    const count = dialog.getByRole('textbox', { name: /Allowed count/ });
    await userEvent.clear(count);
    if (text !== '') await userEvent.type(count, text);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('keep the typed count if the server rejects the change', async () => {
    show('/billing/entitlements', {
      api: {
        'PUT /organization-entitlements/11': () => refusalOf(409, 'conflict', 'Voucher entitlements cannot be edited'),
      },
    });
    const dialog = await edit();
    await userEvent.type(dialog.getByRole('textbox', { name: /Allowed count/ }), '0{Enter}');
    expect(await screen.findByText('Voucher entitlements cannot be edited')).toBeTruthy();
    expect(screen.getAllByText('There was an error:').length).toBeGreaterThan(0);
    expect(dialog.getByRole('textbox', { name: /Allowed count/ })).toHaveProperty('value', '100');
  });
});
