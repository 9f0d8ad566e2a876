import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { CONFIG, generatedSecret } from '../config.ts';

/** For services that give out passes; the same for all of their processes. Another secret ends every pass. */
export const PassConfig = z.object({
  /** Signs links and proofs; the same in every process of every service. */
  SIGNING_SECRET: generatedSecret(
    z.string().min(32, 'should be at least 32 characters, e.g. from: openssl rand -base64 32'),
  ),
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
  private readonly secret: Uint8Array;

  constructor(@Inject(CONFIG) config: PassConfig) {
    this.secret = new TextEncoder().encode(config.SIGNING_SECRET);
  }

  issue(purpose: string, seconds: number): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setAudience(purpose)
      .setJti(randomUUID())
      .setExpirationTime(`${seconds}s`)
      .sign(this.secret);
  }

  /** Null for one that is not ours, has expired, or was given out for something else. */
  async check(purpose: string, pass: string): Promise<Pass | null> {
    try {
      const { payload } = await jwtVerify(pass, this.secret, {
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
