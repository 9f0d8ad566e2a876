/** Prices that visitors read, in cents of a US dollar. Products of the catalogue cost the same. */
export const LIST_PRICES = {
  /** A month, each beyond the two that are included. */
  adminUser: 5_000,
  /** A month, each beyond the one that is included. */
  bankAccount: 5_000,
  /** Once, for up to 50. */
  vouchers: 5_000,
} as const;
