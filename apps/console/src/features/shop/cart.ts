import { useSyncExternalStore } from 'react';

/** A product to buy. The cart stores the name to show products that are no longer for sale. */
export type CartItem = { productId: string; name: string };

const KEY = 'portico_cart';
const EMPTY: readonly CartItem[] = [];

const listeners = new Set<() => void>();
let read: { text: string | null; items: readonly CartItem[] } = { text: null, items: EMPTY };

const isItem = (value: unknown): value is CartItem =>
  typeof value === 'object' &&
  value !== null &&
  'productId' in value &&
  'name' in value &&
  typeof value.productId === 'string' &&
  typeof value.name === 'string';

const parse = (text: string | null): readonly CartItem[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem) : EMPTY;
  } catch {
    return EMPTY;
  }
};

/** Returns the cart, which all tabs of the browser share: the same list until the cart changes. */
export const cart = (): readonly CartItem[] => {
  const text = window.localStorage.getItem(KEY);
  if (text !== read.text) read = { text, items: parse(text) };
  return read.items;
};

export const fillCart = (items: readonly CartItem[]): void => {
  if (items.length === 0) window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, JSON.stringify(items.map(({ productId, name }) => ({ productId, name }))));
  for (const listener of listeners) listener();
};

export const removeFromCart = (productId: string): void =>
  fillCart(cart().filter((item) => item.productId !== productId));

export const clearCart = (): void => fillCart(EMPTY);

/** Calls `listener` for every change in any tab. Returns a function that unsubscribes. */
const onCart = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

export const useCart = (): readonly CartItem[] => useSyncExternalStore(onCart, cart);
