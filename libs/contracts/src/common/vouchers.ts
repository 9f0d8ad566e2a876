/* Without a schema: the console needs this on a page that loads without zod. */

/** Prefix of the lookup keys of voucher entitlements. */
export const VOUCHER_PREFIX = 'voucher';
/** The count of a voucher entitlement follows the purchased vouchers and cannot be edited. */
export const isVoucher = (lookupKey: string): boolean => lookupKey.startsWith(VOUCHER_PREFIX);
