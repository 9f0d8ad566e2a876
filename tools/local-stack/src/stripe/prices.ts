import { PRICES } from './catalogue.ts';
import type { Price } from './catalogue.ts';
import { missing } from './fault.ts';
import { LIST_PARAMETERS, listPage } from './list.ts';
import { flagOf, listOf, textOf } from './parameters.ts';
import type { Parameters } from './parameters.ts';
import type { Route } from './route.ts';

const matches = (price: Price, parameters: Parameters): boolean => {
  const active = flagOf(parameters, 'active');
  const product = textOf(parameters, 'product');
  const keys = listOf(parameters, 'lookup_keys');
  return (
    (active === undefined || price.active === active) &&
    (product === undefined || price.product === product) &&
    (!keys.length || (price.lookup_key !== null && keys.includes(price.lookup_key)))
  );
};

/** https://docs.stripe.com/api/prices */
export const priceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/prices',
    parameters: [...LIST_PARAMETERS, 'active', 'product', 'lookup_keys'],
    answer: ({ parameters }) =>
      listPage(
        PRICES.filter((price) => matches(price, parameters)),
        '/v1/prices',
        parameters,
      ),
  },
  {
    method: 'GET',
    path: '/v1/prices/{id}',
    parameters: ['expand'],
    answer: ({ id }) => {
      const price = PRICES.find((one) => one.id === id);
      if (!price) throw missing('price', id, 'price');
      return price;
    },
  },
];
