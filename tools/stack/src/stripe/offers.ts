import { LIST_PRICES } from '@portico/contracts/common/list-prices';
import type { Offer } from '@portico/stripe-stand-in';

/** Metadata of an offer: name and type of the organization's product to which the offer belongs. */
const BASE = { product: 'Financial management', product_type: 'base' };
const VOUCHERS = { product: 'Vouchers', product_type: 'voucher', entitlement: 'voucher', entitlement_name: 'Vouchers' };
const BARCODE = { product: 'Bar-coding', product_type: 'barcode' };

const dollars = (amount: number): number => Math.round(amount * 100);

/** Creates the offer of a pack of `from` to `upTo` vouchers. @param cents the price of the pack. */
const voucherPack = (from: number, upTo: number, cents: number): Offer => ({
  key: `voucher_${upTo}`,
  name: `Vouchers ${from}–${upTo}`,
  description: `From ${from} to ${upTo} vouchers at one flat price.`,
  cents,
  monthly: false,
  unit: 'pack',
  metadata: { ...VOUCHERS, grants: String(upTo) },
});

/** Newest first. Billing reads the product and the grants from `metadata`. `included` is the number of free units. */
export const OFFERS: readonly Offer[] = [
  {
    key: 'admin_user',
    name: 'Admin user',
    description: 'One more person who administers your organization. Two are included.',
    cents: LIST_PRICES.adminUser,
    monthly: true,
    unit: 'admin user',
    metadata: { ...BASE, entitlement_name: 'Admin users', included: '2' },
  },
  {
    key: 'bank_account',
    name: 'Bank account',
    description: 'One more bank account that is kept in step with your books. One is included.',
    cents: LIST_PRICES.bankAccount,
    monthly: true,
    unit: 'bank account',
    metadata: { ...BASE, entitlement_name: 'Bank accounts', included: '1' },
  },
  {
    key: 'credit_card_account',
    name: 'Credit card account',
    description: 'One more credit card account with up to five cards. One is included.',
    cents: dollars(50),
    monthly: true,
    unit: 'card account',
    metadata: { ...BASE, entitlement_name: 'Credit card accounts', included: '1' },
  },
  voucherPack(1, 50, LIST_PRICES.vouchers),
  voucherPack(51, 100, dollars(75)),
  voucherPack(101, 200, dollars(100)),
  voucherPack(201, 400, dollars(150)),
  {
    key: 'voucher_unit',
    name: 'Vouchers 401+',
    description: 'From 401 vouchers on, each at its own price.',
    cents: dollars(0.3),
    monthly: false,
    unit: 'voucher',
    metadata: { ...VOUCHERS, minimum: '401' },
  },
  {
    key: 'barcode_admin',
    name: 'Bar-coding admin',
    description: 'One more admin of the bar-coding app. One is included.',
    cents: dollars(150),
    monthly: true,
    unit: 'admin',
    metadata: { ...BARCODE, entitlement_name: 'Bar-coding admins', included: '1' },
  },
  {
    key: 'barcode_user',
    name: 'Bar-coding user',
    description: 'One more person who scans with the bar-coding app. Five are included.',
    cents: dollars(100),
    monthly: true,
    unit: 'user',
    metadata: { ...BARCODE, entitlement_name: 'Bar-coding users', included: '5' },
  },
];
