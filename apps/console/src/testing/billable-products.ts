import type { BillableProduct } from '@portico/contracts/http/billing';

type Change = Partial<Omit<BillableProduct, 'defaultPrice'>> & Partial<BillableProduct['defaultPrice']>;

/** A product for sale, monthly by default. */
export const billable = (
  id: string,
  name: string,
  { unitAmount = 5_000, interval = 'month', lookupKey = null, ...change }: Change = {},
): BillableProduct => ({
  id,
  name,
  description: `${name} for everyone`,
  unit: 'seat',
  included: 0,
  minimum: 1,
  organizationProduct: null,
  ...change,
  defaultPrice: { id: `price_${id}`, lookupKey, unitAmount, interval },
});
