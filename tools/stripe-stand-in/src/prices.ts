import { z } from 'zod';
import type { Account } from './account.ts';
import { toPrice, type Price } from './catalogue.ts';
import { missing, StripeFault } from './fault.ts';
import { found } from './found.ts';
import { listPage } from './list.ts';
import { newId, now } from './objects.ts';
import { Expand, ExpandOnly, Flag, ListParameters, Metadata, Whole } from './parameters.ts';
import { route, type Route } from './route.ts';

const PriceList = z.strictObject({
  ...ListParameters,
  active: Flag.optional(),
  product: z.string().optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
  recurring: z.strictObject({ usage_type: z.enum(['licensed', 'metered']).optional() }).optional(),
});

/** Parameters of a price: US dollars, once or monthly. */
export const PriceData = {
  currency: z.literal('usd'),
  unit_amount: Whole.pipe(z.int().min(0)),
  recurring: z
    .strictObject({
      interval: z.literal('month'),
      usage_type: z.enum(['licensed', 'metered']).default('licensed'),
      meter: z.string().optional(),
    })
    .optional(),
  metadata: Metadata,
};
const PriceCreate = z.strictObject({
  ...PriceData,
  product: z.string(),
  lookup_key: z.string().max(200).optional(),
  nickname: z.string().optional(),
  expand: Expand,
});
type NewPrice = Omit<z.output<typeof PriceCreate>, 'expand'>;

/** Returns the id of the price's meter. @throws StripeFault for a metered price without a meter, or a licensed price with a meter. */
const meterIn = (account: Account, { recurring }: NewPrice): string | null => {
  const param = 'recurring[meter]';
  if ((recurring?.usage_type === 'metered') !== (recurring?.meter !== undefined))
    throw new StripeFault(400, 'A metered price, and no other, has a meter.', { param });
  if (recurring?.meter === undefined) return null;
  return found('billing.meter', account.meters, recurring.meter, param).id;
};

export const createPrice = (account: Account, sent: NewPrice): Price => {
  const price = toPrice({
    id: newId('price'),
    created: now(),
    lookup_key: sent.lookup_key ?? null,
    nickname: sent.nickname ?? null,
    product: sent.product,
    metadata: sent.metadata,
    cents: sent.unit_amount,
    monthly: sent.recurring !== undefined,
    meter: meterIn(account, sent),
  });
  account.prices.set(price.id, price);
  account.emit('price.created', price);
  return price;
};

/** https://docs.stripe.com/api/prices */
export const priceRoutes = (account: Account): Route[] => [
  route('POST', '/v1/prices', PriceCreate, (sent) => {
    if (!account.catalogue().products.some(({ id }) => id === sent.product))
      throw missing('product', sent.product, 'product');
    return createPrice(account, sent);
  }),
  route('GET', '/v1/prices', PriceList, ({ active, product, lookup_keys: keys, recurring, ...paging }) => {
    const prices = account
      .catalogue()
      .prices.filter(
        (price) =>
          (active === undefined || price.active === active) &&
          (product === undefined || price.product === product) &&
          (recurring?.usage_type === undefined || price.recurring?.usage_type === recurring.usage_type) &&
          (!keys || (price.lookup_key !== null && keys.includes(price.lookup_key))),
      );
    return listPage(prices, '/v1/prices', paging);
  }),
  route('GET', '/v1/prices/{id}', ExpandOnly, (_, id) => {
    const price = account.catalogue().prices.find((one) => one.id === id);
    if (!price) throw missing('price', id, 'price');
    return price;
  }),
];
