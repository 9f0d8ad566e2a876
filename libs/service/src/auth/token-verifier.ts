import { Inject, Injectable, Logger } from '@nestjs/common';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, TokenClaims } from '@portico/contracts/common/roles';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { CONFIG, type ServiceConfig } from '../config.ts';
import { Problem } from '../http/problem.ts';
import type { Caller } from './caller.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/** Maximum clock difference between two services, in seconds. */
const CLOCK_TOLERANCE = 5;

/** Whether loading the key set failed: a timeout, a status other than 200, or an invalid key set. The token is not at fault. */
export const isKeySetAway = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code;

/**
 * Verifies product tokens against identity's JWKS: ES256, issuer, audience and time. Caches keys for ten minutes and
 * callers of valid tokens for one minute. Rejects service tokens, which `ServiceTokens` verifies.
 */
@Injectable()
export class TokenVerifier {
  private readonly logger = new Logger(TokenVerifier.name);
  private readonly keys: JWTVerifyGetKey;
  private readonly verified = new VerifiedTokens(CLOCK_TOLERANCE * 1_000);

  constructor(@Inject(CONFIG) config: ServiceConfig) {
    this.keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', config.IDENTITY_URL), {
      cooldownDuration: 1_000,
      timeoutDuration: 3_000,
    });
  }

  /** @throws Problem `unauthenticated` for an invalid token, `unavailable` if the keys cannot be loaded. */
  async verify(token: string): Promise<Caller> {
    const known = this.verified.get(token);
    if (known) return known;
    const { payload, protectedHeader } = await jwtVerify(token, this.keys, {
      algorithms: ['ES256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE,
    }).catch((error: unknown) => {
      if (!isKeySetAway(error)) {
        throw new Problem('unauthenticated', 'Your session is not valid. Please sign in again.', [], { cause: error });
      }
      this.logger.warn({ error: String(error) }, 'JWKS fetch failed');
      throw Problem.unavailable('Sign-in', error);
    });
    const claims = TokenClaims.safeParse(payload);
    if (!claims.success) throw Problem.unauthenticated('Your session is not valid. Please sign in again.');
    const { sub, email, usertype, ver, exp, sid, act } = claims.data;
    const session = { ...(sid !== undefined && { session: Number(sid) }), ...(act && { actor: Number(act.sub) }) };
    const caller = { id: Number(sub), email, usertype, accessVersion: ver, expiresAt: exp * 1_000, ...session };
    this.verified.add(token, protectedHeader.kid ?? '', caller);
    return caller;
  }
}
