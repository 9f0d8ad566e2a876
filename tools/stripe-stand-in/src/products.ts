import { z } from 'zod';
import type { Account } from './account.ts';
import { toProduct, type Product } from './catalogue.ts';
import { missing, StripeFault } from './fault.ts';
import { listPage } from './list.ts';
import { newId, now } from './objects.ts';
import { Expand, ExpandOnly, Flag, ListParameters, Metadata } from './parameters.ts';
import { createPrice, PriceData } from './prices.ts';
import { route, type Route } from './route.ts';

const ProductList = z.strictObject({
  ...ListParameters,
  active: Flag.optional(),
  ids: z.array(z.string()).max(100).optional(),
});
const ProductCreate = z.strictObject({
  id: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  name: z.string().min(1),
  description: z.string().optional(),
  unit_label: z.string().max(12).optional(),
  metadata: Metadata,
  default_price_data: z.strictObject(PriceData).optional(),
  expand: Expand,
});

const create = (account: Account, sent: z.output<typeof ProductCreate>): Product => {
  const id = sent.id ?? newId('prod');
  if (account.find(id))
    throw new StripeFault(400, `Product already exists: '${id}'`, { code: 'resource_already_exists' });
  const price = sent.default_price_data && createPrice(account, { ...sent.default_price_data, product: id });
  const product = toProduct({
    id,
    created: now(),
    default_price: price?.id ?? null,
    description: sent.description ?? null,
    metadata: sent.metadata,
    name: sent.name,
    unit_label: sent.unit_label ?? null,
  });
  account.products.set(id, product);
  account.emit('product.created', product);
  return product;
};

/** https://docs.stripe.com/api/products */
export const productRoutes = (account: Account): Route[] => [
  route('POST', '/v1/products', ProductCreate, (sent) => create(account, sent)),
  route('GET', '/v1/products', ProductList, ({ active, ids, ...paging }) => {
    const products = account
      .catalogue()
      .products.filter(
        (product) => (active === undefined || product.active === active) && (!ids || ids.includes(product.id)),
      );
    return listPage(products, '/v1/products', paging);
  }),
  route('GET', '/v1/products/{id}', ExpandOnly, (_, id) => {
    const product = account.catalogue().products.find((one) => one.id === id);
    if (!product) throw missing('product', id, 'id');
    return product;
  }),
];
