import { storedValue } from '../../shared/storage/stored-value.ts';

/** A product to buy. The cart stores the name to show products that are no longer for sale. */
export type CartItem = { productId: string; name: string };

const isItem = (value: unknown): value is CartItem =>
  typeof value === 'object' &&
  value !== null &&
  'productId' in value &&
  'name' in value &&
  typeof value.productId === 'string' &&
  typeof value.name === 'string';

export const cart = storedValue<readonly CartItem[]>('portico_cart', (json) =>
  Array.isArray(json) ? json.filter(isItem) : [],
);
