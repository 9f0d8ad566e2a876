import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderConsole } from '../../testing/render-console.tsx';

const product = (name: string, unitAmount: number) => ({
  id: name,
  name,
  description: `${name} for everyone`,
  defaultPrice: { id: `price-${name}`, lookupKey: null, unitAmount },
});
const show = (products: unknown) =>
  renderConsole({ path: '/products', usertype: 'LEAD', api: { 'GET /billable-products': () => products } });

describe('products', () => {
  it('have a name, a description and a price in dollars', async () => {
    show([product('Bank accounts', 5000), product('Barcode', 15_050)]);
    const card = (await screen.findByRole('heading', { name: 'Barcode' })).closest('li');
    expect(within(card ?? document.body).getByText('Barcode for everyone')).toBeTruthy();
    expect(within(card ?? document.body).getByText('$150.50')).toBeTruthy();
  });

  it('say when there are none', async () => {
    show([]);
    expect(await screen.findByText('There are no products yet')).toBeTruthy();
  });

  it('say when they cannot be loaded', async () => {
    show(Response.json({}, { status: 403 }));
    expect(await screen.findByText('Products could not be loaded')).toBeTruthy();
  });
});
