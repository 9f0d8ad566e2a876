/*
 * Without a schema: the console tells voucher entitlements from others on a page that can do without zod.
 */

/** How the lookup keys of voucher entitlements begin. */
export const VOUCHER_PREFIX = 'voucher';
/** A voucher entitlement follows the vouchers that were bought: nobody edits its count. */
export const isVoucher = (lookupKey: string): boolean => lookupKey.startsWith(VOUCHER_PREFIX);
