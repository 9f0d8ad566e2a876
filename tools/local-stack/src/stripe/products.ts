import { PRODUCTS } from './catalogue.ts';
import { missing } from './fault.ts';
import { LIST_PARAMETERS, listPage } from './list.ts';
import { flagOf, listOf } from './parameters.ts';
import type { Route } from './route.ts';

/** https://docs.stripe.com/api/products */
export const productRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/products',
    parameters: [...LIST_PARAMETERS, 'active', 'ids'],
    answer: ({ parameters }) => {
      const active = flagOf(parameters, 'active');
      const ids = listOf(parameters, 'ids');
      const products = PRODUCTS.filter(
        (product) => (active === undefined || product.active === active) && (!ids.length || ids.includes(product.id)),
      );
      return listPage(products, '/v1/products', parameters);
    },
  },
  {
    method: 'GET',
    path: '/v1/products/{id}',
    parameters: ['expand'],
    answer: ({ id }) => {
      const product = PRODUCTS.find((one) => one.id === id);
      if (!product) throw missing('product', id, 'id');
      return product;
    },
  },
];
