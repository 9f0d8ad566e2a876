import { Barcode, CreditCard, Landmark, Package, Ticket, UserCog, type LucideIcon } from 'lucide-react';

/** By prefix of the price's lookup key. */
const ICONS: readonly [prefix: string, icon: LucideIcon][] = [
  ['admin_user', UserCog],
  ['bank', Landmark],
  ['credit_card', CreditCard],
  ['voucher', Ticket],
  ['barcode', Barcode],
];

/** The icon of a price; a box for unknown ones. */
export const iconOf = (lookupKey: string | null): LucideIcon =>
  ICONS.find(([prefix]) => lookupKey?.startsWith(prefix))?.[1] ?? Package;
