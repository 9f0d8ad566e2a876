import { Barcode, CreditCard, Landmark, Package, Ticket, UserCog, type LucideIcon } from 'lucide-react';

/** Icons by prefix of a price's lookup key. */
const ICONS: readonly [prefix: string, icon: LucideIcon][] = [
  ['admin_user', UserCog],
  ['bank', Landmark],
  ['credit_card', CreditCard],
  ['voucher', Ticket],
  ['barcode', Barcode],
];

/** Returns the icon of a price, or a box for an unknown lookup key. */
export const iconOf = (lookupKey: string | null): LucideIcon =>
  ICONS.find(([prefix]) => lookupKey?.startsWith(prefix))?.[1] ?? Package;
