import { z } from 'zod';
import { PRODUCTS } from './catalogue.ts';
import { missing } from './fault.ts';
import { listPage } from './list.ts';
import { Expand, Flag, ListParameters } from './parameters.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';

const ProductList = z.strictObject({
  ...ListParameters,
  active: Flag.optional(),
  ids: z.array(z.string()).max(100).optional(),
});

/** https://docs.stripe.com/api/products */
export const productRoutes: readonly Route[] = [
  route('GET', '/v1/products', ProductList, ({ active, ids, ...paging }) => {
    const products = PRODUCTS.filter(
      (product) => (active === undefined || product.active === active) && (!ids || ids.includes(product.id)),
    );
    return listPage(products, '/v1/products', paging);
  }),
  route('GET', '/v1/products/{id}', z.strictObject({ expand: Expand }), (_, id) => {
    const product = PRODUCTS.find((one) => one.id === id);
    if (!product) throw missing('product', id, 'id');
    return product;
  }),
];
