import { Barcode, CreditCard, Landmark, Package, Ticket, UserCog, type LucideIcon } from 'lucide-react';

/** By how the lookup key of a price begins. */
const ICONS: readonly [prefix: string, icon: LucideIcon][] = [
  ['admin_user', UserCog],
  ['bank', Landmark],
  ['credit_card', CreditCard],
  ['voucher', Ticket],
  ['barcode', Barcode],
];

/** The picture of what a price is for; a box for what is not known. */
export const iconOf = (lookupKey: string | null): LucideIcon =>
  ICONS.find(([prefix]) => lookupKey?.startsWith(prefix))?.[1] ?? Package;
