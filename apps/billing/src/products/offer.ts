import { type BillableProduct, PriceInterval } from '@portico/contracts/http/billing';
import type { Stripe } from 'stripe';

/*
 * Metadata of a Stripe product, all optional:
 *   product, product_type                  name and type of the organization's product; default: the Stripe product's name
 *   entitlement, entitlement_name          lookup key and name of the entitlement; default: the price's key, the product's name
 *   entitlement_description
 *   grants                                 units of the entitlement per item; default: 1
 *   included                               free units of the entitlement per organization; default: 0
 *   minimum                                smallest quantity of one purchase; default: 1
 */

/** Parses a whole number in metadata. Returns `least` if it is invalid or lower. */
const countOf = (text: string | undefined, least: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Math.max(Number(text), least) : least;

export type Offer = {
  productId: string;
  name: string;
  product: { name: string; type: string };
  entitlement: { lookupKey: string; name: string; description: string | null; included: number };
  grants: number;
};

export function toOffer(product: Stripe.Product): Offer {
  const { id, name, metadata, default_price: price } = product;
  const lookupKey = price && typeof price === 'object' ? price.lookup_key : null;
  return {
    productId: id,
    name,
    product: { name: metadata['product'] ?? name, type: metadata['product_type'] ?? 'product' },
    entitlement: {
      lookupKey: metadata['entitlement'] ?? lookupKey ?? id,
      name: metadata['entitlement_name'] ?? name,
      description: metadata['entitlement_description'] ?? null,
      included: countOf(metadata['included'], 0),
    },
    grants: countOf(metadata['grants'], 1),
  };
}

/** Converts a product for the catalogue. Returns null if the product cannot be bought. */
export function toBillable(product: Stripe.Product): BillableProduct | null {
  const { id, active, name, description, default_price: price, metadata } = product;
  if (!active || !price || typeof price === 'string' || !price.active) return null;
  if (price.currency !== 'usd' || price.unit_amount === null) return null;
  const offer = toOffer(product);
  return {
    id,
    name,
    description,
    unit: product.unit_label ?? null,
    included: offer.entitlement.included,
    minimum: countOf(metadata['minimum'], 1),
    organizationProduct: offer.product,
    defaultPrice: {
      id: price.id,
      lookupKey: price.lookup_key,
      unitAmount: price.unit_amount,
      interval: price.recurring ? PriceInterval.parse(price.recurring.interval) : null,
    },
  };
}
