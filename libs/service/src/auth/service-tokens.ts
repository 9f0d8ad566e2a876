import { TOKEN_AUDIENCE, TokenClaims } from '@portico/contracts/common/roles';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { secret } from '../config.ts';
import type { Caller } from './caller.ts';

/** For services that ask each other, and those that are asked. */
export const ServiceTokenConfig = z.object({
  /** Signs the requests of one service to another; the same in every process. */
  SERVICE_SECRET: secret(z.string().min(32, 'should be at least 32 characters, e.g. from: openssl rand -base64 32')),
});
export type ServiceTokenConfig = z.infer<typeof ServiceTokenConfig>;

/** Keeps a service's token from being taken for a user's, and the reverse. */
const TYPE = 'service+jwt';
const ALGORITHM = 'HS256';
/** Life of a service's token, in seconds: one request. */
const LIFETIME = 60;

/** Who a service is when it asks for itself: sees what administrators see, and is no user. */
export const SERVICE_CALLER: Omit<Caller, 'expiresAt'> = {
  id: 0,
  email: 'service@portico.invalid',
  usertype: 'ADMIN',
  accessVersion: 1,
};

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/** A token with which one service asks another one, for itself or with the rights of a user. */
export const issueServiceToken = (secret: string, caller: Omit<Caller, 'expiresAt'>): Promise<string> =>
  new SignJWT({ email: caller.email, usertype: caller.usertype, ver: caller.accessVersion })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(caller.id))
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME}s`)
    .sign(keyOf(secret));

/** Whether a token says that a service issued it. What is no token is none of a service. */
export const isServiceToken = (token: string): boolean => {
  try {
    return decodeProtectedHeader(token).typ === TYPE;
  } catch {
    return false;
  }
};

/** @returns null for a token that was not signed with this secret, has expired, or says something else. */
export async function verifyServiceToken(secret: string, token: string): Promise<Caller | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience: TOKEN_AUDIENCE,
      clockTolerance: 5,
    });
    const claims = TokenClaims.safeParse(payload);
    if (!claims.success) return null;
    const { sub, email, usertype, ver, exp } = claims.data;
    return { id: Number(sub), email, usertype, accessVersion: ver, expiresAt: exp * 1_000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
