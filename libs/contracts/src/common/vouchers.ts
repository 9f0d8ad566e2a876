/*
 * Without a schema: the console tells voucher entitlements from others on a page that can do without zod.
 */

/** How the lookup keys of voucher entitlements begin. */
export const VOUCHER_PREFIX = 'voucher';
/** The count of a voucher entitlement follows the bought vouchers and cannot be edited. */
export const isVoucher = (lookupKey: string): boolean => lookupKey.startsWith(VOUCHER_PREFIX);
