import type { Stripe } from 'stripe';

/** Stripe's price as it appears in JSON, where a decimal is a string. */
export type Price = Omit<Stripe.Price, 'unit_amount_decimal' | 'product' | 'recurring'> & {
  recurring: Omit<Stripe.Price.Recurring, 'trial_period_days'> | null;
  unit_amount_decimal: string | null;
  product: string;
};
export type Product = Omit<Stripe.Product, 'default_price' | 'tax_details' | 'type'> & { default_price: string | null };

export type Offer = {
  /** The lookup key of the price; the ids are `prod_<key>` and `price_<key>`. Letters, digits and underscores. */
  key: string;
  name: string;
  description: string;
  /** US cents, once or per month. */
  cents: number;
  monthly: boolean;
  /** Name of one unit, e.g. `seat`. */
  unit: string;
  metadata: Record<string, string>;
};

export type Catalogue = { products: readonly Product[]; prices: readonly Price[] };

/** 2026-01-01, in seconds since 1970. Each offer is one second newer than the next in the list, because Stripe lists the newest first. */
const CREATED = 1_767_225_600;

type PriceFields = Pick<Price, 'id' | 'created' | 'lookup_key' | 'nickname' | 'product' | 'metadata'> & {
  cents: number;
  monthly: boolean;
  meter: string | null;
};

export const toPrice = ({ cents, monthly, meter, ...fields }: PriceFields): Price => ({
  ...fields,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  recurring: monthly
    ? { interval: 'month', interval_count: 1, meter, usage_type: meter === null ? 'licensed' : 'metered' }
    : null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: monthly ? 'recurring' : 'one_time',
  unit_amount: cents,
  unit_amount_decimal: String(cents),
});

type ProductFields = Pick<
  Product,
  'id' | 'created' | 'default_price' | 'description' | 'metadata' | 'name' | 'unit_label'
>;

export const toProduct = (fields: ProductFields): Product => ({
  ...fields,
  object: 'product',
  active: true,
  images: [],
  livemode: false,
  marketing_features: [],
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  updated: fields.created,
  url: null,
});

export const catalogueOf = (offers: readonly Offer[]): Catalogue => {
  const createdAt = (index: number): number => CREATED + offers.length - index;
  return {
    products: offers.map(({ key, name, description, unit, metadata }, index) =>
      toProduct({
        id: `prod_${key}`,
        created: createdAt(index),
        default_price: `price_${key}`,
        description,
        metadata,
        name,
        unit_label: unit,
      }),
    ),
    prices: offers.map(({ key, cents, monthly }, index) =>
      toPrice({
        id: `price_${key}`,
        created: createdAt(index),
        lookup_key: key,
        nickname: null,
        product: `prod_${key}`,
        metadata: {},
        cents,
        monthly,
        meter: null,
      }),
    ),
  };
};
