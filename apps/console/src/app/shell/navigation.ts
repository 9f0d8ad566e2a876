import {
  Building2,
  CreditCard,
  Gauge,
  LayoutDashboard,
  Package,
  Plug,
  PlugZap,
  ShieldCheck,
  Siren,
  SquareFunction,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { isAdmin, MENU_ROLES, USERTYPES, type Usertype } from '@portico/contracts/common/roles';
import type { FileRouteTypes } from '../../routeTree.gen.ts';
import type { Rights } from '../own-rights.ts';

export type NavigationItem = {
  to: FileRouteTypes['to'];
  text: string;
  icon: LucideIcon;
  roles: readonly Usertype[];
  /** Restricts the item further than `roles`. */
  isFor?: (rights: Rights) => boolean;
  /** The item is not active on paths below `to`, because those paths have their own items. */
  isExact?: true;
  /** The item is active on every path of {@link TROUBLE}, and shows the number of problems. */
  isTrouble?: true;
};
type NavigationGroup = { title: string | null; items: readonly NavigationItem[] };

/** First path segments of the tabs on the Trouble screen. */
export const TROUBLE = ['episodes', 'silence', 'rejected', 'dead-letters', 'usage'] as const;

const ADMINS = ['ADMIN', 'SUPER_ADMIN'] as const satisfies Usertype[];
const NON_ADMINS = USERTYPES.filter((usertype) => !isAdmin(usertype));

const MENU: readonly NavigationItem[] = [
  { to: '/dashboard', text: 'Dashboard', icon: LayoutDashboard, roles: MENU_ROLES.dashboard },
  { to: '/products', text: 'Products', icon: Package, roles: MENU_ROLES.products },
  { to: '/admin', text: 'Admin', icon: ShieldCheck, roles: MENU_ROLES.admin, isExact: true },
  { to: '/billing', text: 'Manage Billing', icon: CreditCard, roles: MENU_ROLES.billing, isExact: true },
  {
    to: '/episodes',
    text: 'Trouble',
    icon: Siren,
    roles: USERTYPES,
    isFor: ({ isMember }) => isMember,
    isTrouble: true,
  },
  {
    to: '/rejected',
    text: 'Trouble',
    icon: Siren,
    roles: NON_ADMINS,
    isFor: ({ isMember, mayCorrect }) => mayCorrect && !isMember,
    isTrouble: true,
  },
  { to: '/connect', text: 'Connect', icon: PlugZap, roles: NON_ADMINS, isFor: ({ connects }) => connects },
];

const ADMIN_TOOLS: readonly NavigationItem[] = [
  { to: '/admin/users', text: 'Users', icon: Users, roles: ADMINS },
  { to: '/admin/organizations', text: 'Organizations', icon: Building2, roles: ADMINS },
  { to: '/admin/integrations', text: 'Integrations', icon: Plug, roles: ADMINS },
  { to: '/billing/meters', text: 'Meters', icon: Gauge, roles: ADMINS },
  { to: '/audit', text: 'Audit', icon: ShieldCheck, roles: ADMINS },
  { to: '/admin/functions', text: 'Functions', icon: SquareFunction, roles: ADMINS },
];

/** Omits empty groups. */
export const navigationFor = (usertype: Usertype, rights: Rights, adminTools = ADMIN_TOOLS): NavigationGroup[] =>
  [
    { title: null, items: MENU },
    { title: 'Admin tools', items: isAdmin(usertype) ? adminTools : [] },
  ]
    .map(({ title, items }) => ({
      title,
      items: items.filter(({ roles, isFor }) => roles.includes(usertype) && (isFor === undefined || isFor(rights))),
    }))
    .filter(({ items }) => items.length > 0);
