import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { errors, SignJWT } from 'jose';
import { z } from 'zod';
import { CONFIG, secretList } from '../config.ts';
import { keyOf, verifiedByAny } from './verified-by-any.ts';

/** For services that give out passes; the same for all of their processes. Without the secret that signed it a pass ends. */
export const PassConfig = z.object({
  /**
   * Signs links and proofs; the same in every process of every service. Several, separated by commas: the first signs, all are
   * accepted, so that one can be replaced.
   */
  SIGNING_SECRET: secretList,
});
export type PassConfig = z.infer<typeof PassConfig>;

/** `id` is unique: a verifier of a single-use pass keeps it until `expiresAt`. */
export type Pass = { id: string; expiresAt: Date };

const ALGORITHM = 'HS256';
/** Keeps a pass from being taken for any other token, and the reverse. */
const TYPE = 'pass+jwt';

/**
 * Short-lived permissions for one purpose that their holder shows instead of signing in: what a person was just allowed,
 * in a link or a header. A service verifies only what it has signed itself, so one secret does and no key is published.
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

  /** Null for one that is not ours, has expired, or was given out for something else. */
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
