import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProblemCode } from '@portico/contracts/common/problem';
import { billable } from '../../testing/billable-products.ts';
import { NORTHWIND as MADE } from '../../testing/organization.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole, type RenderOptions } from '../../testing/render-console.tsx';
import { cart } from './cart.ts';

const PAY = 'https://pay.test/c/pay/cs_1';
const BANK = billable('prod_bank', 'Bank account', { unit: 'bank account' });
const PACK = billable('prod_pack', 'Vouchers 401+', { unit: 'voucher', minimum: 401, unitAmount: 30, interval: null });
const NORTHWIND = { organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' };
const CONTOSO = { organization: { id: 5, name: 'Contoso' }, approved: true, role: 'manager' };
const ITEMS = [BANK, PACK].map(({ id, name }) => ({ productId: id, name }));

type Options = Partial<RenderOptions> & { memberships?: (typeof NORTHWIND)[]; items?: typeof ITEMS };

const show = ({
  path = '/checkout',
  usertype = 'LEAD',
  memberships = [NORTHWIND],
  items = ITEMS,
  api,
}: Options = {}) => {
  const sent: unknown[] = [];
  const checkout: Answer = (_, { body }) => {
    sent.push(JSON.parse(typeof body === 'string' ? body : ''));
    return { url: PAY };
  };
  const console = renderConsole({
    path,
    usertype,
    api: {
      'GET /billable-products': () => [BANK, PACK],
      'GET /users/organizations': () => ({ data: memberships, count: memberships.length }),
      'GET /organizations': () => ({ data: [{ id: 9, name: 'Fabrikam' }], count: 1 }),
      'POST /stripe/checkout': checkout,
      ...api,
    },
  });
  act(() => cart.set(items));
  return { ...console, sent };
};
const opened: string[] = [];
const watchLeaving = () =>
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    opened.push(this.href);
  });
const checkoutButton = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Checkout' });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
};
const toasted = async (title: string, text: string) => {
  await screen.findAllByText(title);
  await screen.findAllByText(text);
};

afterEach(() => {
  opened.length = 0;
  jest.restoreAllMocks();
});

describe('the checkout', () => {
  // spec: 2.13, 9.7
  it('totals one-time, recurring and due amounts', async () => {
    show();
    const summary = within(await screen.findByRole('region', { name: 'Order summary' }));
    const terms = summary.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(terms).toEqual([
      ['Every month', '$50.00'],
      ['Once', '$120.30'],
      ['Due today', '$170.30'],
    ]);
    const rows = within(screen.getByRole('list', { name: 'Your cart' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Bank account1 bank account at $50.00$50.00per month',
      'Vouchers 401+401 vouchers at $0.30$120.30once',
    ]);
  });

  // spec: 4.25
  it('removes one item or all items', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Bank account' }));
    expect(cart.get().map(({ productId }) => productId)).toEqual(['prod_pack']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear cart' }));
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    expect(localStorage.getItem('portico_cart')).toBeNull();
    expect(screen.getByRole('link', { name: 'See the products' })).toBeTruthy();
  });

  // spec: 2.68, 7.26
  it('opens the payment page once', async () => {
    watchLeaving();
    const { sent } = show();
    await userEvent.click(await checkoutButton());
    await waitFor(() => expect(opened).toEqual([PAY]));
    expect(sent).toEqual([{ productIds: ['prod_bank', 'prod_pack'], organizationId: 4 }]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Please wait' }).disabled).toBe(true);
    expect(cart.get()).toHaveLength(2);
    // The browser's back button restores the page from its cache.
    const event = Object.assign(new Event('pageshow'), { persisted: true });
    act(() => void window.dispatchEvent(event));
    await checkoutButton();
  });

  // spec: 8.3, 8.17, 8.18
  it.each<[number, ProblemCode, message: string, title: string, text: string]>([
    [503, 'unavailable', 'Payment is not available', 'There was an error:', 'Payment is not available'],
    [
      404,
      'stripe_customer_not_found',
      'x',
      'Stripe customer not found',
      'Your organization does not have a Stripe account',
    ],
    [404, 'organization_not_found', 'x', 'Organization not found', 'Please create or connect an organization first'],
  ])('keeps the cart if the server rejects the checkout with %d %s', async (status, code, message, title, text) => {
    watchLeaving();
    show({ api: { 'POST /stripe/checkout': () => refusalOf(status, code, message) } });
    await userEvent.click(await checkoutButton());
    await toasted(title, text);
    expect(cart.get()).toHaveLength(2);
    await checkoutButton();
    expect(opened).toEqual([]);
  });

  // spec: 2.53, 5.16
  it('requires an organization, and uses an organization that the viewer creates', async () => {
    const memberships: (typeof NORTHWIND)[] = [];
    const { sent } = show({
      memberships,
      api: {
        'GET /organizations': () => ({ data: [], count: 0 }),
        'POST /organizations': () => Response.json(MADE, { status: 201 }),
        'PUT /organizations/assign': () => {
          memberships.push(NORTHWIND);
          return { data: memberships, count: 1 };
        },
      },
    });
    watchLeaving();
    const reason = await screen.findByRole('alert');
    expect(reason.textContent).toBe('Organization not foundPlease create or connect an organization first');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Organization Settings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Organization Settings' }));
    await userEvent.click(await dialog.findByRole('button', { name: /Organization$/ }));
    await userEvent.type(await screen.findByPlaceholderText('Search organizations...'), 'Northwind');
    await userEvent.click(await screen.findByRole('option', { name: /Northwind/ }));
    expect(await dialog.findByRole('switch', { name: 'Northwind' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await userEvent.click(await checkoutButton());
    await waitFor(() => expect(sent).toMatchObject([{ organizationId: 4 }]));
  });

  it('asks members who are not managers to ask a manager to pay', async () => {
    const viewed = { ...NORTHWIND, role: 'viewer' };
    show({ memberships: [viewed] });
    expect((await screen.findByText(/^Ask a manager of your organization/)).textContent).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true);
    expect(screen.getByRole('button', { name: 'Organization Settings' })).toBeTruthy();
  });

  it('lets a member of several organizations choose the payer', async () => {
    const { sent } = show({ memberships: [NORTHWIND, CONTOSO] });
    watchLeaving();
    await userEvent.click(await screen.findByRole('button', { name: 'Organization Northwind' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Contoso' }));
    await screen.findByRole('button', { name: 'Organization Contoso' });
    await userEvent.click(await checkoutButton());
    await waitFor(() => expect(opened).toEqual([PAY]));
    expect(sent).toMatchObject([{ organizationId: 5 }]);
  });

  it('lets an administrator find any organization', async () => {
    const { calls } = show({ usertype: 'ADMIN', memberships: [] });
    expect(await screen.findByText('Choose the organization that pays to check out')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Choose an organization' }));
    await userEvent.type(await screen.findByRole('searchbox'), 'Fab{Enter}');
    await waitFor(() => expect(calls.some((call) => call.includes('search=Fab'))).toBe(true));
    await userEvent.click(await screen.findByRole('button', { name: 'Fabrikam' }));
    expect(await screen.findByRole('button', { name: 'Organization Fabrikam' })).toBeTruthy();
    await checkoutButton();
    expect(screen.queryByText('Choose the organization that pays to check out')).toBeNull();
  });

  it('excludes products that are no longer for sale', async () => {
    show({ items: [...ITEMS, { productId: 'prod_old', name: 'Old thing' }] });
    expect(await screen.findByText('No longer for sale')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Old thing' }));
    await checkoutButton();
  });

  it('does not report a canceled payment while the cart is empty', async () => {
    show({ path: '/checkout/canceled', items: [] });
    await screen.findByText('Your cart is empty');
    expect(screen.queryByText('Payment canceled')).toBeNull();
  });

  // spec: 2.15, 4.28, 8.19
  it('reports a canceled payment and keeps the cart', async () => {
    show({ path: '/checkout/canceled' });
    await toasted('Payment canceled', 'Please try again');
    await checkoutButton();
    expect(cart.get()).toHaveLength(2);
  });

  it('treats an unreadable cart as empty', async () => {
    show({ items: [] });
    act(() => {
      localStorage.setItem('portico_cart', '{"broken');
      window.dispatchEvent(new StorageEvent('storage', { key: 'portico_cart' }));
    });
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
  });
});
