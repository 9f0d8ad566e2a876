import {
  Building2,
  CreditCard,
  LayoutDashboard,
  Package,
  Plug,
  ShieldCheck,
  SquareFunction,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { isAdmin, MENU_ROLES, type Usertype } from '@portico/contracts/common/roles';
import type { FileRouteTypes } from '../../routeTree.gen.ts';

export type NavigationItem = {
  to: FileRouteTypes['to'];
  text: string;
  icon: LucideIcon;
  roles: readonly Usertype[];
  /** What stands below its address has items of its own. */
  isExact?: true;
  /** The count of rejected events stands beside it. */
  hasRejected?: true;
};
export type NavigationGroup = { title: string | null; items: readonly NavigationItem[] };

const MENU: readonly NavigationItem[] = [
  { to: '/dashboard', text: 'Dashboard', icon: LayoutDashboard, roles: MENU_ROLES.dashboard },
  { to: '/products', text: 'Products', icon: Package, roles: MENU_ROLES.products },
  { to: '/admin', text: 'Admin', icon: ShieldCheck, roles: MENU_ROLES.admin, isExact: true },
  { to: '/billing', text: 'Manage Billing', icon: CreditCard, roles: MENU_ROLES.billing },
];

/** Screens under /admin; each stands here once it exists. */
const ADMIN_TOOLS: readonly NavigationItem[] = [
  { to: '/admin/users', text: 'Users', icon: Users, roles: ['ADMIN', 'SUPER_ADMIN'] },
  { to: '/admin/organizations', text: 'Organizations', icon: Building2, roles: ['ADMIN', 'SUPER_ADMIN'] },
  { to: '/admin/integrations', text: 'Integrations', icon: Plug, roles: ['ADMIN', 'SUPER_ADMIN'], hasRejected: true },
  { to: '/admin/functions', text: 'Functions', icon: SquareFunction, roles: ['ADMIN', 'SUPER_ADMIN'] },
];

/**
 * The menu of a role, without groups that would be empty.
 * @param adminTools routes under /admin, each with the roles it is for
 */
export const navigationFor = (usertype: Usertype, adminTools = ADMIN_TOOLS): NavigationGroup[] =>
  [
    { title: null, items: MENU },
    { title: 'Admin tools', items: isAdmin(usertype) ? adminTools : [] },
  ]
    .map(({ title, items }) => ({ title, items: items.filter(({ roles }) => roles.includes(usertype)) }))
    .filter(({ items }) => items.length > 0);
