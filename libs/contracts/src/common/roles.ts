import { z } from 'zod/mini';

export const USERTYPES = ['LEAD', 'VENDOR', 'CLIENT', 'ADMIN', 'SUPER_ADMIN'] as const;

/** A user's one role. Accepted in any case (public forms send lower case), answered in upper case. */
export const Usertype = z.pipe(
  z.transform((value) => (typeof value === 'string' ? value.toUpperCase() : value)),
  z.enum(USERTYPES),
);
export type Usertype = (typeof USERTYPES)[number];

export const isAdmin = (usertype: Usertype): boolean => usertype === 'ADMIN' || usertype === 'SUPER_ADMIN';

/** What a member may do in an organization, each all that the one before may. Administrators may do all of it. */
export const MEMBER_ROLES = ['viewer', 'operator', 'manager'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Menu items of the console and who sees them. The server's own checks do not read this table. */
export const MENU_ROLES = {
  dashboard: ['LEAD', 'VENDOR', 'ADMIN', 'SUPER_ADMIN', 'CLIENT'],
  products: ['LEAD', 'SUPER_ADMIN', 'ADMIN', 'CLIENT'],
  admin: ['SUPER_ADMIN'],
  billing: ['ADMIN', 'SUPER_ADMIN'],
} as const satisfies Record<string, readonly Usertype[]>;

/** Life of a product token, in seconds. */
export const TOKEN_LIFETIME = 15 * 60;

/**
 * Claims of a product token: a JWT signed by identity (ES256), {@link TOKEN_LIFETIME} at most.
 * `sub` is the user's id as a string; `ver` the user's `accessVersion` when it was signed: a token of an older one says
 * something of its user that is no longer so. `sid` is the id of the session; tokens of releases without sessions have none.
 * `act` names the administrator who views an organization as a customer (RFC 8693): such a token only reads.
 * `iat` and `exp` are seconds.
 */
export const TokenClaims = z.object({
  sub: z.string().check(z.regex(/^\d+$/)),
  ver: z.int().check(z.positive()),
  sid: z.optional(z.string().check(z.regex(/^\d+$/))),
  act: z.optional(z.object({ sub: z.string().check(z.regex(/^\d+$/)) })),
  email: z.string(),
  usertype: z.enum(USERTYPES),
  iat: z.int(),
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;
export const TOKEN_ISSUER = 'portico';
export const TOKEN_AUDIENCE = 'portico-api';
