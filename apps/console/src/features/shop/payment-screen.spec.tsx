import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listOf } from '../../testing/fixtures.ts';
import { NORTHWIND, productOf } from '../../testing/organization.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { cart } from './cart.ts';

const RETURN_PATH = '/checkout/success?session_id=cs_test_1';
const organization = { ...NORTHWIND };

const show = (answer: Answer, path = RETURN_PATH, detail: Answer = () => organization) => {
  const console = renderConsole({
    path,
    usertype: 'CLIENT',
    api: {
      'POST /stripe/checkout/return': answer,
      'GET /billable-products': () => [],
      'GET /users/organizations': () => ({
        data: [{ organization: NORTHWIND, approved: true, role: 'manager' }],
        count: 1,
      }),
      'GET /organizations/4': detail,
      'GET /events': ({ searchParams }) => listOf([], searchParams),
    },
  });
  act(() => cart.set([{ productId: 'prod_bank', name: 'Bank account' }]));
  return console;
};
const outcome = (status: string) => () => ({ status, organizationId: 4 });

describe('the return from the payment page', () => {
  // spec: 2.14, 4.26, 4.27, 8.24, D.94
  it('shows the success, empties the cart, and opens the dashboard with the new product', async () => {
    let requests = 0;
    const { location } = show(outcome('paid'), RETURN_PATH, () => {
      requests += 1;
      return requests < 2 ? organization : { ...organization, organizationProducts: [productOf(1, 'Portal')] };
    });
    expect(await screen.findByRole('heading', { name: 'Payment successful!' })).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Payment successful!').length).toBeGreaterThan(1));
    expect(cart.get()).toEqual([]);
    await waitFor(() => expect(location()).toBe('/dashboard?view=product'));
    expect(await screen.findByRole('heading', { name: 'No products yet' })).toBeTruthy();
    expect(await screen.findByRole('list', { name: 'Products of Northwind' })).toBeTruthy();
  });

  // spec: D.108
  it('links to the billing of the paying organization', async () => {
    const { location } = show(outcome('paid'));
    await userEvent.click(await screen.findByRole('link', { name: 'Billing' }));
    await waitFor(() => expect(location()).toBe('/organizations/4/billing'));
  });

  it('reports a payment that the bank is processing', async () => {
    show(outcome('processing'));
    expect(await screen.findByText(/Your bank is processing the payment/)).toBeTruthy();
    expect(cart.get()).toEqual([]);
  });

  it.each(['open', 'expired'])('returns to the checkout if the payment is %s', async (status) => {
    const { location } = show(outcome(status));
    await screen.findAllByText('Payment canceled');
    await waitFor(() => expect(location()).toBe('/checkout'));
    expect(cart.get()).toHaveLength(1);
  });

  it('keeps the cart while the result of the payment is unknown', async () => {
    let isDown = true;
    show(() => (isDown ? refusalOf(404, 'not_found', 'The checkout was not found') : outcome('paid')()));
    expect(await screen.findByRole('heading', { name: 'Your payment could not be confirmed' })).toBeTruthy();
    expect(cart.get()).toHaveLength(1);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Payment successful!' })).toBeTruthy();
    expect(cart.get()).toEqual([]);
  });

  // spec: D.94
  it('redirects to the checkout if the URL has no session id', async () => {
    const { location, calls } = show(outcome('paid'), '/checkout/success');
    await waitFor(() => expect(location()).toBe('/checkout'));
    expect(calls.some((call) => call.includes('return'))).toBe(false);
    expect(cart.get()).toHaveLength(1);
  });
});
