import { errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';

export const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/**
 * Returns the claims of a token that one of the secrets has signed.
 * @throws JOSEError for a token with another signature or with invalid claims, such as an expired token.
 */
export async function verifiedByAny(
  [secret = '', ...others]: readonly string[],
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keyOf(secret), options)).payload;
  } catch (error) {
    if (others.length === 0 || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    return verifiedByAny(others, token, options);
  }
}
