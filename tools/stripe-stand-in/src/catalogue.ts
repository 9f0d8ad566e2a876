import type { Stripe } from 'stripe';

/** As they stand in JSON, where a decimal is text. */
export type Price = Omit<Stripe.Price, 'unit_amount_decimal' | 'product'> & {
  unit_amount_decimal: string | null;
  product: string;
};
export type Product = Omit<Stripe.Product, 'default_price'> & { default_price: string };

/** The products of an organization that offers belong to. */
const BASE = { product: 'Financial management', product_type: 'base' };
const VOUCHERS = { product: 'Vouchers', product_type: 'voucher', entitlement: 'voucher', entitlement_name: 'Vouchers' };
const BARCODE = { product: 'Bar-coding', product_type: 'barcode' };

/**
 * One thing for sale. `cents` of a US dollar, once or for each month. `metadata` as billing reads them: what it belongs to
 * and what it grants, `included` what everybody has without it.
 */
type Offer = {
  key: string;
  name: string;
  description: string;
  cents: number;
  monthly: boolean;
  unit: string;
  metadata: Record<string, string>;
};

const dollars = (amount: number): number => Math.round(amount * 100);

const voucherPack = (from: number, upTo: number, price: number): Offer => ({
  key: `voucher_${upTo}`,
  name: `Vouchers ${from}–${upTo}`,
  description: `From ${from} to ${upTo} vouchers at one flat price.`,
  cents: dollars(price),
  monthly: false,
  unit: 'pack',
  metadata: { ...VOUCHERS, grants: String(upTo) },
});

const OFFERS: readonly Offer[] = [
  {
    key: 'admin_user',
    name: 'Admin user',
    description: 'One more person who administers your organization. Two are included.',
    cents: dollars(50),
    monthly: true,
    unit: 'admin user',
    metadata: { ...BASE, entitlement_name: 'Admin users', included: '2' },
  },
  {
    key: 'bank_account',
    name: 'Bank account',
    description: 'One more bank account that is kept in step with your books. One is included.',
    cents: dollars(50),
    monthly: true,
    unit: 'bank account',
    metadata: { ...BASE, entitlement_name: 'Bank accounts', included: '1' },
  },
  {
    key: 'credit_card_account',
    name: 'Credit card account',
    description: 'One more credit card account with up to five cards. One is included.',
    cents: dollars(50),
    monthly: true,
    unit: 'card account',
    metadata: { ...BASE, entitlement_name: 'Credit card accounts', included: '1' },
  },
  voucherPack(1, 50, 50),
  voucherPack(51, 100, 75),
  voucherPack(101, 200, 100),
  voucherPack(201, 400, 150),
  {
    key: 'voucher_unit',
    name: 'Vouchers 401+',
    description: 'From 401 vouchers on, each at its own price.',
    cents: dollars(0.3),
    monthly: false,
    unit: 'voucher',
    metadata: { ...VOUCHERS, minimum: '401' },
  },
  {
    key: 'barcode_admin',
    name: 'Bar-coding admin',
    description: 'One more admin of the bar-coding app. One is included.',
    cents: dollars(150),
    monthly: true,
    unit: 'admin',
    metadata: { ...BARCODE, entitlement_name: 'Bar-coding admins', included: '1' },
  },
  {
    key: 'barcode_user',
    name: 'Bar-coding user',
    description: 'One more person who scans with the bar-coding app. Five are included.',
    cents: dollars(100),
    monthly: true,
    unit: 'user',
    metadata: { ...BARCODE, entitlement_name: 'Bar-coding users', included: '5' },
  },
];

/** 2026-01-01. Stripe lists the newest first: the first offer is the newest by a second. */
const CREATED = 1_767_225_600;
const createdAt = (index: number): number => CREATED + OFFERS.length - index;

const toPrice = ({ key, cents, monthly }: Offer, index: number): Price => ({
  id: `price_${key}`,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: createdAt(index),
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: key,
  metadata: {},
  nickname: null,
  product: `prod_${key}`,
  recurring: monthly
    ? { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
    : null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: monthly ? 'recurring' : 'one_time',
  unit_amount: cents,
  unit_amount_decimal: String(cents),
});

const toProduct = ({ key, name, description, unit, metadata }: Offer, index: number): Product => ({
  id: `prod_${key}`,
  object: 'product',
  active: true,
  created: createdAt(index),
  default_price: `price_${key}`,
  description,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata,
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: unit,
  updated: createdAt(index),
  url: null,
});

/** What Portico sells, newest first. */
export const PRODUCTS: readonly Product[] = OFFERS.map(toProduct);
export const PRICES: readonly Price[] = OFFERS.map(toPrice);
