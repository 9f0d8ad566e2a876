import { isAdmin, MENU_ROLES, type Usertype } from '@portico/contracts/common/roles';

/** A screen, and the key that opens it after `g`. */
export type Place = { key: string; text: string; href: string; isFor: (usertype: Usertype) => boolean };

const isOneOf = (roles: readonly Usertype[]) => (usertype: Usertype) => roles.includes(usertype);
// Leads are redirected from the dashboard to the products.
const hasEvents = (usertype: Usertype) => usertype !== 'LEAD';

const PLACES: readonly Place[] = [
  { key: 'e', text: 'Integration Events', href: '/dashboard', isFor: hasEvents },
  { key: 'd', text: 'Overview', href: '/dashboard?view=product', isFor: hasEvents },
  { key: 'a', text: 'Episodes', href: '/episodes', isFor: hasEvents },
  { key: 's', text: 'Silence', href: '/silence', isFor: isAdmin },
  { key: 'n', text: 'Notifications', href: '/notifications', isFor: () => true },
  { key: 'p', text: 'Products', href: '/products', isFor: isOneOf(MENU_ROLES.products) },
  { key: 'i', text: 'Integrations', href: '/admin/integrations', isFor: isAdmin },
  { key: 'r', text: 'Rejected events', href: '/rejected', isFor: isAdmin },
  { key: 'l', text: 'Dead letters', href: '/dead-letters', isFor: isAdmin },
  { key: 'q', text: 'Usage differences', href: '/usage', isFor: isAdmin },
  { key: 'o', text: 'Organizations', href: '/admin/organizations', isFor: isAdmin },
  { key: 'u', text: 'Users', href: '/admin/users', isFor: isAdmin },
  { key: 'f', text: 'Functions', href: '/admin/functions', isFor: isAdmin },
  { key: 'm', text: 'Meters', href: '/billing/meters', isFor: isAdmin },
  { key: 'h', text: 'Audit', href: '/audit', isFor: isAdmin },
  { key: 'b', text: 'Manage Billing', href: '/billing', isFor: isOneOf(MENU_ROLES.billing) },
];

export const placesFor = (usertype: Usertype): Place[] => PLACES.filter(({ isFor }) => isFor(usertype));
