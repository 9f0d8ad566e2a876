/**
 * Published prices in cents of a US dollar. The landing page displays these prices, so the products in Stripe must have the same prices.
 */
export const LIST_PRICES = {
  /** Monthly price of each additional admin user; the first two are included. */
  adminUser: 5_000,
  /** Monthly price of each additional bank account; the first is included. */
  bankAccount: 5_000,
  /** One-time price for up to 50 vouchers. */
  vouchers: 5_000,
} as const;
