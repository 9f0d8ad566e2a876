/**
 * What the gateway writes in place of a token that it no longer accepts. It counts as no token: what is public stays
 * public, a renewal of the session among it, and everything else is refused with the reason.
 */
export const REVOKED = 'Revoked';

/** The token in an Authorization header, or null when it carries none. */
export function bearerToken(authorization: string | undefined): string | null {
  const [scheme, token] = (authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}
