import type { Price } from '../catalogue.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const money = (cents: number): string => dollars.format(cents / 100);

export const moneyEach = (price: Price): string =>
  `${money(price.unit_amount ?? 0)}${price.recurring ? ` / ${price.recurring.interval}` : ''}`;

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
export const day = (seconds: number): string => days.format(seconds * 1_000);
