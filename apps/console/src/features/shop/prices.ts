import type { BillableProduct, PriceInterval } from '@portico/contracts/http/billing';
import { formatNumber } from '@portico/ui';

/** Formats a number of units, such as `3 admin users`. The catalogue defines the name of the unit. */
export const formatUnits = (count: number, unit: string): string =>
  `${formatNumber(count)} ${count === 1 ? unit : `${unit}s`}`;

export const amountOf = ({ defaultPrice, minimum }: BillableProduct): number => defaultPrice.unitAmount * minimum;

/** The total price in cents per interval. `interval` is null for one-time payments. */
type Total = { interval: PriceInterval | null; cents: number };

export const totalsOf = (products: readonly BillableProduct[]): Total[] => {
  const totals: Total[] = [];
  for (const product of products) {
    const { interval } = product.defaultPrice;
    const total = totals.find((known) => known.interval === interval);
    if (total) total.cents += amountOf(product);
    else totals.push({ interval, cents: amountOf(product) });
  }
  return totals;
};

/** Products of the catalogue that appear under one name in an organization, such as different sizes of one product. */
type ProductGroup = { name: string; products: BillableProduct[] };

/** Groups the catalogue by the name that a bought product has in an organization. Keeps the order of the catalogue. */
export const groupsOf = (products: readonly BillableProduct[]): ProductGroup[] => {
  const groups: ProductGroup[] = [];
  for (const product of products) {
    const name = product.organizationProduct?.name ?? product.name;
    const group = groups.find((known) => known.name === name);
    if (group) group.products.push(product);
    else groups.push({ name, products: [product] });
  }
  return groups;
};
