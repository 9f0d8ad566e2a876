/* This file has no zod schema, because a page of the console loads it without zod. */

/** Prefix of the lookup keys of voucher entitlements. */
export const VOUCHER_PREFIX = 'voucher';
/** Whether an entitlement is for vouchers. Its count follows the purchased vouchers and cannot be edited. */
export const isVoucher = (lookupKey: string): boolean => lookupKey.startsWith(VOUCHER_PREFIX);
