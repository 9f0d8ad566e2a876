import type { Stripe } from 'stripe';

/*
 * What a Stripe product's metadata say of it, all of it optional:
 *   product, product_type   the organization's product that it belongs to; otherwise the Stripe product's own name
 *   included                units that an organization has for nothing
 *   minimum                 smallest quantity that is bought at a time
 */

/** A whole number as metadata have it; what is none is taken for absent. */
export const countOf = (text: string | undefined, fallback: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Math.max(Number(text), fallback) : fallback;

/** The organization's product that becomes active with it. */
export const organizationProductOf = ({
  name,
  metadata,
}: Pick<Stripe.Product, 'name' | 'metadata'>): { name: string; type: string } => ({
  name: metadata['product'] ?? name,
  type: metadata['product_type'] ?? 'product',
});
