/*
 * Roles without their schema: the console's first page needs to know them before it can afford to load zod.
 */

export const USERTYPES = ['LEAD', 'VENDOR', 'CLIENT', 'ADMIN', 'SUPER_ADMIN'] as const;
export type Usertype = (typeof USERTYPES)[number];

export const isAdmin = (usertype: Usertype): boolean => usertype === 'ADMIN' || usertype === 'SUPER_ADMIN';

/** Menu items of the console and who sees them. The server's own checks do not read this table. */
export const MENU_ROLES = {
  dashboard: ['LEAD', 'VENDOR', 'ADMIN', 'SUPER_ADMIN', 'CLIENT'],
  products: ['LEAD', 'SUPER_ADMIN', 'ADMIN', 'CLIENT'],
  admin: ['SUPER_ADMIN'],
  billing: ['ADMIN', 'SUPER_ADMIN'],
} as const satisfies Record<string, readonly Usertype[]>;
