import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { STARTING } from '@portico/testkit';
import { type Billing, startBilling } from './billing.ts';

describe('the catalogue of the one-machine stack', () => {
  let billing: Billing;
  let products: BillableProduct[];
  beforeAll(async () => {
    billing = await startBilling();
    products = (await billing.admin('GET', '/billable-products')).body as BillableProduct[];
  }, STARTING);
  afterAll(() => billing.stop());

  // spec: 9.8, 9.9, 9.10, 9.11, 9.12
  it('has the prices of the specification', () => {
    const dollars = products.map(({ name, included, minimum, defaultPrice }) => [
      name,
      included,
      minimum,
      defaultPrice.unitAmount / 100,
    ]);
    expect(dollars).toEqual([
      ['Admin user', 2, 1, 50],
      ['Bank account', 1, 1, 50],
      ['Credit card account', 1, 1, 50],
      ['Vouchers 1–50', 0, 1, 50],
      ['Vouchers 51–100', 0, 1, 75],
      ['Vouchers 101–200', 0, 1, 100],
      ['Vouchers 201–400', 0, 1, 150],
      ['Vouchers 401+', 0, 401, 0.3],
      ['Bar-coding admin', 1, 1, 150],
      ['Bar-coding user', 5, 1, 100],
    ]);
    expect(products.find(({ name }) => name === 'Credit card account')?.description).toContain('up to five cards');
  });
});
