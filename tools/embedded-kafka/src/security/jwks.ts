import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { requestJson } from './http.ts';

/** Maximum age of the fetched keys, and so the maximum time for which a withdrawn key is accepted. */
const MAX_AGE_MS = 10 * 60_000;
/** Minimum time between requests for unknown key ids, however many clients send unknown ids. */
const MIN_REFETCH_MS = 1_000;
const MIN_RSA_BITS = 2_048;

type Algorithm = 'RS256' | 'ES256';

export interface VerificationKey {
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
}

type Keys = ReadonlyMap<string, VerificationKey>;

/** Reads a key. Returns undefined if the key cannot verify signatures: wrong type, wrong use, or too short. */
function readKey(jwk: JsonWebKey): VerificationKey | undefined {
  const algorithm = ({ RSA: 'RS256', EC: 'ES256' } as const)[jwk.kty as 'RSA' | 'EC'];
  if (algorithm === undefined || (jwk['use'] ?? 'sig') !== 'sig' || (jwk['alg'] ?? algorithm) !== algorithm) return;
  if (algorithm === 'ES256' && jwk.crv !== 'P-256') return;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS;
    return bits < MIN_RSA_BITS ? undefined : { key, algorithm };
  } catch {
    return undefined;
  }
}

/** Keys from a JWKS URL (RFC 7517). They are fetched at first use, when they are ten minutes old, and for an unknown key id. */
export class Jwks {
  private readonly url: string;
  private keys: Keys = new Map();
  private fetchedAt = -Infinity;
  private refetchedAt = -Infinity;
  private fetching: Promise<void> | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** The key with this id, or the only key if the token has no id. Rejects if the keys cannot be fetched. */
  async find(kid: string | undefined): Promise<VerificationKey | undefined> {
    if (performance.now() - this.fetchedAt > MAX_AGE_MS) await this.fetch();
    const known = this.pick(kid);
    if (known !== undefined) return known;
    const isTooSoon = performance.now() - this.refetchedAt < MIN_REFETCH_MS;
    if (isTooSoon && this.fetching === undefined) return undefined;
    if (!isTooSoon) this.refetchedAt = performance.now();
    await this.fetch();
    return this.pick(kid);
  }

  private pick(kid: string | undefined): VerificationKey | undefined {
    if (kid !== undefined) return this.keys.get(kid);
    return this.keys.size === 1 ? [...this.keys.values()][0] : undefined;
  }

  private fetch(): Promise<void> {
    this.fetching ??= this.load().finally(() => (this.fetching = undefined));
    return this.fetching;
  }

  private async load(): Promise<void> {
    const { status, body } = await requestJson(this.url);
    const listed = status === 200 ? (body as { keys?: unknown } | null | undefined)?.keys : undefined;
    if (!Array.isArray(listed)) throw new Error(`${this.url} answered ${status} and no keys`);
    const keys = new Map<string, VerificationKey>();
    for (const [at, jwk] of (listed as (JsonWebKey | null)[]).entries()) {
      const key = jwk === null ? undefined : readKey(jwk);
      const kid: unknown = jwk?.['kid'];
      if (key !== undefined) keys.set(typeof kid === 'string' ? kid : `without an id, ${at}`, key);
    }
    this.keys = keys;
    this.fetchedAt = performance.now();
  }
}
