import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import { billable } from '../../testing/billable-products.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { cart } from './cart.ts';

const BANK = billable('prod_bank', 'Bank account', { unit: 'bank account', included: 1 });
const ADMIN = billable('prod_admin', 'Admin user', { unit: 'admin user', included: 2 });
const VOUCHERS = billable('prod_vouchers', 'Vouchers 401+', {
  unit: 'voucher',
  minimum: 401,
  unitAmount: 30,
  interval: null,
});
const show = (products: unknown = [BANK, ADMIN, VOUCHERS], path = '/products', usertype: Usertype = 'LEAD') =>
  renderConsole({
    path,
    usertype,
    api: {
      'GET /billable-products': () => products,
      'GET /users/organizations': () => ({ data: [], count: 0 }),
    },
  });
const cardOf = async (name: string) => {
  const card = (await screen.findByRole('heading', { name })).closest('li');
  if (!card) throw new Error(`${name} has no card`);
  return within(card);
};

describe('products', () => {
  it('are shown to a lead instead of the dashboard, with an explanation of how to open the dashboard', async () => {
    const { location } = show([BANK], '/dashboard');
    expect(await screen.findByText('Your dashboard opens with your first product')).toBeTruthy();
    expect(location()).toBe('/products');
    cleanup();
    show([BANK], '/products', 'CLIENT');
    await cardOf('Bank account');
    expect(screen.queryByText('Your dashboard opens with your first product')).toBeNull();
  });

  // spec: 1.4, 2.12, 9.7
  it('have a name, a description, a price in dollars, and their included units', async () => {
    show();
    const bank = await cardOf('Bank account');
    expect(bank.getByText('Bank account for everyone')).toBeTruthy();
    expect(bank.getByText('$50.00').closest('p')?.textContent).toBe('$50.00 / month per extra bank account');
    expect(bank.getAllByRole('listitem').map((term) => term.textContent)).toEqual([
      '1 bank account included',
      'Billed every month',
    ]);
    const vouchers = await cardOf('Vouchers 401+');
    expect(vouchers.getByText('$0.30').closest('p')?.textContent).toBe('$0.30 per voucher');
    expect(vouchers.getAllByRole('listitem').map((term) => term.textContent)).toEqual([
      'From 401 vouchers on',
      'Paid once',
    ]);
  });

  it('are grouped by the name that they have in an organization', async () => {
    const organizationProduct = { name: 'Bar-coding', type: 'app' };
    show([BANK, { ...ADMIN, organizationProduct }, { ...VOUCHERS, organizationProduct }]);
    const group = await screen.findByRole('list', { name: 'Bar-coding' });
    expect(within(group).getAllByRole('checkbox')).toHaveLength(2);
    expect(screen.getByRole('heading', { name: 'Bar-coding', level: 2 })).toBeTruthy();
  });

  // spec: 3.20, 4.24
  it('can be selected by keyboard, and replace the items in the cart', async () => {
    const { location } = show();
    cart.set([{ productId: 'prod_old', name: 'Old' }]);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Bank account' }));
    screen.getByRole('checkbox', { name: 'Vouchers 401+' }).focus();
    await userEvent.keyboard(' ');
    const bar = within(screen.getByRole('region', { name: 'Selection' }));
    expect(bar.getByRole('status').textContent).toBe('2 products$50.00 per month$120.30 once');
    expect(bar.getByText('Replaces the 1 product in your cart.')).toBeTruthy();
    await userEvent.click(bar.getByRole('button', { name: 'Add to cart' }));
    await waitFor(() => expect(location()).toBe('/checkout'));
    expect(cart.get()).toEqual([
      { productId: 'prod_bank', name: 'Bank account' },
      { productId: 'prod_vouchers', name: 'Vouchers 401+' },
    ]);
    expect(JSON.parse(localStorage.getItem('portico_cart') ?? '')).toEqual(cart.get());
  });

  it('can be deselected', async () => {
    show();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Bank account' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Bank account' }).checked).toBe(false);
  });

  it('show an empty state', async () => {
    show([]);
    expect(await screen.findByText('There are no products yet')).toBeTruthy();
  });

  it('show an error if loading fails', async () => {
    show(Response.json({}, { status: 403 }));
    expect(await screen.findByText('Products could not be loaded')).toBeTruthy();
  });
});
