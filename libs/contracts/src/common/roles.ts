import { z } from 'zod';
import { USERTYPES } from './usertypes.ts';

export { isAdmin, MENU_ROLES, USERTYPES } from './usertypes.ts';

/** A user's one role. Accepted in any case (public forms send lower case), answered in upper case. */
export const Usertype = z.preprocess(
  (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  z.enum(USERTYPES),
);
export type Usertype = (typeof USERTYPES)[number];

/** Life of a product token, in seconds. */
export const TOKEN_LIFETIME = 15 * 60;

/**
 * Claims of a product token: a JWT signed by identity (ES256), {@link TOKEN_LIFETIME} at most.
 * `sub` is the user's id as a string; `ver` the user's `accessVersion` when it was signed: a token of an older one says
 * something of its user that is no longer so. `iat` and `exp` are seconds.
 */
export const TokenClaims = z.object({
  sub: z.string().regex(/^\d+$/),
  ver: z.int().positive(),
  email: z.string(),
  usertype: z.enum(USERTYPES),
  iat: z.int(),
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;
export const TOKEN_ISSUER = 'portico';
export const TOKEN_AUDIENCE = 'portico-api';
