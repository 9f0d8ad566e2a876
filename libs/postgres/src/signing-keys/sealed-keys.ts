import { Sealing } from '@portico/service';
import type { JWK } from 'jose';

/** A private key as it is stored: the public part, and the private one sealed as `sealed`, or open as `d`. */
export type StoredKey = JWK & { sealed?: string };

/** Secrets of a service that signs tokens. Keys are sealed with the first of these lists that is set. */
export type SealingConfig = {
  SIGNING_SECRET?: readonly [string, ...string[]] | undefined;
  HOOKS_SECRET?: readonly [string, ...string[]] | undefined;
};

/** Seals the private part of keys, so that reading the table is not enough to sign tokens. */
export class KeySealing {
  private readonly sealing: Sealing | undefined;

  constructor({ SIGNING_SECRET, HOOKS_SECRET }: SealingConfig) {
    const secrets = SIGNING_SECRET ?? HOOKS_SECRET;
    this.sealing = secrets && new Sealing('portico signing keys', secrets);
  }

  /** The same key sealed with the newest secret; as it is without a secret. */
  seal({ d, ...key }: JWK): StoredKey {
    if (d === undefined || this.sealing === undefined) return { ...key, ...(d !== undefined && { d }) };
    return { ...key, sealed: this.sealing.seal(d) };
  }

  /** The private key; undefined when no secret of the configuration opens it. */
  open({ sealed, ...key }: StoredKey): JWK | undefined {
    if (sealed === undefined) return key;
    if (!this.sealing?.opens(sealed)) return undefined;
    return { ...key, d: JSON.parse(this.sealing.open(sealed)) };
  }

  /** Whether it is open, or sealed with an older secret, and can be sealed. */
  isStale({ sealed }: StoredKey): boolean {
    return this.sealing !== undefined && (sealed === undefined || !this.sealing.isCurrent(sealed));
  }
}
