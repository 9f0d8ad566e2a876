/** Published prices in cents of a US dollar. Products of the catalogue have the same prices. */
export const LIST_PRICES = {
  /** Monthly price of each additional one; the first two are included. */
  adminUser: 5_000,
  /** Monthly price of each additional one; the first is included. */
  bankAccount: 5_000,
  /** One-time, for up to 50. */
  vouchers: 5_000,
} as const;
