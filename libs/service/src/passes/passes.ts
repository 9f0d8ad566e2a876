import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { errors, SignJWT } from 'jose';
import { z } from 'zod';
import { CONFIG, secretList } from '../config.ts';
import { keyOf, verifiedByAny } from './verified-by-any.ts';

/** Settings of services that issue passes. A pass becomes invalid when its signing secret is removed. */
export const PassConfig = z.object({
  /**
   * Signs links, and proofs of passed bot checks. Encrypts the keys that sign product tokens. The same value in every process of every
   * service. Several secrets, separated by commas, allow rotation: the first secret signs and encrypts, all secrets are accepted.
   */
  SIGNING_SECRET: secretList,
});
export type PassConfig = z.infer<typeof PassConfig>;

/** A verified pass. `id`: unique; a verifier of single-use passes stores the id until `expiresAt`. */
export type Pass = { id: string; expiresAt: Date };

const ALGORITHM = 'HS256';
/** JWT type (`typ`) that distinguishes passes from other tokens. */
const TYPE = 'pass+jwt';

/**
 * Issues passes: short-lived permissions for one purpose, in a link or a header, whose holder need not sign in. Each service verifies only
 * passes that it issued, so a symmetric secret suffices.
 */
@Injectable()
export class Passes {
  constructor(@Inject(CONFIG) private readonly config: PassConfig) {}

  issue(purpose: string, seconds: number): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setAudience(purpose)
      .setJti(randomUUID())
      .setExpirationTime(`${seconds}s`)
      .sign(keyOf(this.config.SIGNING_SECRET[0]));
  }

  /** Verifies a pass. Returns null if the pass is invalid, expired or for another purpose. */
  async check(purpose: string, pass: string): Promise<Pass | null> {
    try {
      const payload = await verifiedByAny(this.config.SIGNING_SECRET, pass, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        audience: purpose,
        requiredClaims: ['exp', 'jti'],
      });
      return { id: payload.jti ?? '', expiresAt: new Date((payload.exp ?? 0) * 1_000) };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}
