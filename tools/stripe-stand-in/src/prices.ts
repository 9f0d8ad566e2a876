import { z } from 'zod';
import { PRICES } from './catalogue.ts';
import { missing } from './fault.ts';
import { listPage } from './list.ts';
import { Expand, Flag, ListParameters } from './parameters.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

const PriceList = z.strictObject({
  ...ListParameters,
  active: Flag.optional(),
  product: z.string().optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
});

/** https://docs.stripe.com/api/prices */
export const priceRoutes: readonly Route[] = [
  route('GET', '/v1/prices', PriceList, ({ active, product, lookup_keys: keys, ...paging }) => {
    const prices = PRICES.filter(
      (price) =>
        (active === undefined || price.active === active) &&
        (product === undefined || price.product === product) &&
        (!keys || (price.lookup_key !== null && keys.includes(price.lookup_key))),
    );
    return listPage(prices, '/v1/prices', paging);
  }),
  route('GET', '/v1/prices/{id}', z.strictObject({ expand: Expand }), (_, id) => {
    const price = PRICES.find((one) => one.id === id);
    if (!price) throw missing('price', id, 'price');
    return price;
  }),
];
