import { z } from 'zod/mini';

export const USERTYPES = ['LEAD', 'VENDOR', 'CLIENT', 'ADMIN', 'SUPER_ADMIN'] as const;

/** The type of a user. Input may be in upper or lower case, because public forms send lower case. Output is in upper case. */
export const Usertype = z.pipe(
  z.transform((value) => (typeof value === 'string' ? value.toUpperCase() : value)),
  z.enum(USERTYPES),
);
export type Usertype = (typeof USERTYPES)[number];

export const isAdmin = (usertype: Usertype): boolean => usertype === 'ADMIN' || usertype === 'SUPER_ADMIN';

/** Roles of members in an organization. Each role includes the rights of the previous role; administrators have all rights. */
export const MEMBER_ROLES = ['viewer', 'operator', 'manager'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Menu items of the console by role. The server enforces its own rules, not this table. */
export const MENU_ROLES = {
  dashboard: ['LEAD', 'VENDOR', 'ADMIN', 'SUPER_ADMIN', 'CLIENT'],
  products: ['LEAD', 'SUPER_ADMIN', 'ADMIN', 'CLIENT'],
  admin: ['SUPER_ADMIN'],
  billing: ['ADMIN', 'SUPER_ADMIN'],
} as const satisfies Record<string, readonly Usertype[]>;

/** Lifetime of a product token, in seconds. */
export const TOKEN_LIFETIME = 15 * 60;

/** Claims of a product token: a JWT that identity signs (ES256), valid for at most {@link TOKEN_LIFETIME}. */
export const TokenClaims = z.object({
  /** The user's id as text. */
  sub: z.string().check(z.regex(/^\d+$/)),
  /** The user's `accessVersion` when the token was signed. A token with an older version has outdated claims. */
  ver: z.int().check(z.positive()),
  /** Id of the session. Absent in tokens from a release that had no sessions. */
  sid: z.optional(z.string().check(z.regex(/^\d+$/))),
  /** The administrator who views an organization as a customer (RFC 8693). A token with this claim is read-only. */
  act: z.optional(z.object({ sub: z.string().check(z.regex(/^\d+$/)) })),
  email: z.string(),
  usertype: z.enum(USERTYPES),
  /** When the token was signed, in seconds since 1970. */
  iat: z.int(),
  /** When the token expires, in seconds since 1970. */
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;
export const TOKEN_ISSUER = 'portico';
export const TOKEN_AUDIENCE = 'portico-api';
