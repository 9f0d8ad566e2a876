import { verify } from 'node:crypto';
import { Jwks, type VerificationKey } from './jwks.ts';
import type { Identity } from './mechanism.ts';

const CLOCK_SKEW_SECONDS = 30;

export interface TokenOptions {
  /** URL of the issuer's public keys (RFC 7517). */
  readonly jwksUrl: string;
  /** Required `iss` of a token. */
  readonly issuer: string;
  /** Audience that a token's `aud` must contain. Other audiences beside this one are allowed. */
  readonly audience: string;
  /** Tolerated difference between the clocks of issuer and broker, in seconds. Default: 30. */
  readonly clockSkewSeconds?: number;
}

type Json = Readonly<Record<string, unknown>>;

function decode(part: string): Json {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return value as Json;
}

function parse(token: string): { header: Json; claims: Json; signed: Buffer; signature: Buffer } {
  const [header = '', claims = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || signature === '') throw new Error('not a signed JWT');
  try {
    const signed = Buffer.from(`${header}.${claims}`);
    return { header: decode(header), claims: decode(claims), signed, signature: Buffer.from(signature, 'base64url') };
  } catch {
    throw new Error('not a JWT');
  }
}

function isSignedWith({ key, algorithm }: VerificationKey, signed: Buffer, signature: Buffer): boolean {
  if (algorithm === 'RS256') return verify('sha256', signed, key, signature);
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

/** Verifies tokens (RFC 7519) that a key of the issuer signed with RS256 or ES256. */
export class TokenVerifier {
  private readonly options: TokenOptions;
  private readonly jwks: Jwks;

  constructor(options: TokenOptions) {
    this.options = options;
    this.jwks = new Jwks(options.jwksUrl);
  }

  /** Returns the identity in a valid token. Rejects an invalid token with a reason for the broker's log. */
  async verify(token: string): Promise<Identity> {
    const { header, claims, signed, signature } = parse(token);
    const { alg, kid, crit } = header;
    if (alg !== 'RS256' && alg !== 'ES256') throw new Error(`signed with ${String(alg)}`);
    if (crit !== undefined) throw new Error('has critical extensions');
    const key = await this.jwks.find(typeof kid === 'string' ? kid : undefined);
    if (key === undefined) throw new Error(`no key ${String(kid)}`);
    // The key determines the algorithm. If the token did, an attacker could use the public key as an HMAC secret.
    if (key.algorithm !== alg || !isSignedWith(key, signed, signature)) throw new Error('wrong signature');
    return this.checkClaims(claims);
  }

  private checkClaims({ iss, aud, exp, nbf, iat, sub }: Json): Identity {
    const { issuer, audience, clockSkewSeconds = CLOCK_SKEW_SECONDS } = this.options;
    const now = Date.now() / 1_000;
    if (iss !== issuer) throw new Error(`issued by ${String(iss)}`);
    if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience)))
      throw new Error(`meant for ${String(aud)}`);
    if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new Error('does not expire');
    if (exp <= now - clockSkewSeconds) throw new Error('expired');
    if (typeof iat !== 'number') throw new Error('has no time of issue');
    if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + clockSkewSeconds))
      throw new Error('not yet valid');
    if (typeof sub !== 'string' || sub === '') throw new Error('has no subject');
    return { name: sub, expiresAt: exp * 1_000 };
  }
}
