/** Published prices in cents of a US dollar. Products of the catalogue have the same prices. */
export const LIST_PRICES = {
  /** Per month, for each one beyond the two included. */
  adminUser: 5_000,
  /** Per month, for each one beyond the one included. */
  bankAccount: 5_000,
  /** One-time, for up to 50. */
  vouchers: 5_000,
} as const;
