import { errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';

export const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/**
 * The claims of a token signed by one of these secrets.
 * @throws JOSEError for any other token, and for one whose claims are not valid, such as an expired one.
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
