import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { errors, SignJWT } from 'jose';
import { z } from 'zod';
import { CONFIG, secretList } from '../config.ts';
import { keyOf, verifiedByAny } from './verified-by-any.ts';

/** Settings of services that issue passes; the same in all their processes. A pass becomes invalid without the secret that signed it. */
export const PassConfig = z.object({
  /**
   * Signs links and proofs; the same value in every process of every service. Several, separated by commas, allow rotation: the first
   * signs, all are accepted.
   */
  SIGNING_SECRET: secretList,
});
export type PassConfig = z.infer<typeof PassConfig>;

/** `id` is unique: a verifier of single-use passes stores it until `expiresAt`. */
export type Pass = { id: string; expiresAt: Date };

const ALGORITHM = 'HS256';
/** Distinguishes a pass from every other kind of token. */
const TYPE = 'pass+jwt';

/**
 * Issues short-lived permissions for one purpose, which their holder presents in a link or header instead of signing in. A service
 * only verifies its own passes, so a shared secret suffices.
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

  /** Null for an invalid or expired pass, or one for another purpose. */
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
