import { Sealing } from '@portico/service';
import type { JWK } from 'jose';

/** A stored private key: the public part, with the private part encrypted as `sealed`, or unencrypted as `d`. */
export type StoredKey = JWK & { sealed?: string };

/** Secrets of a service that signs tokens. SIGNING_SECRET encrypts the keys, or HOOKS_SECRET if SIGNING_SECRET is not set. */
export type SealingConfig = {
  SIGNING_SECRET?: readonly [string, ...string[]] | undefined;
  HOOKS_SECRET?: readonly [string, ...string[]] | undefined;
};

/** Encrypts the private part of keys, so that reading the table is not enough to sign tokens. */
export class KeySealing {
  private readonly sealing: Sealing | undefined;

  constructor({ SIGNING_SECRET, HOOKS_SECRET }: SealingConfig) {
    const secrets = SIGNING_SECRET ?? HOOKS_SECRET;
    this.sealing = secrets && new Sealing('portico signing keys', secrets);
  }

  /** Encrypts a key's private part with the newest secret. Returns the key unchanged if no secret is configured. */
  seal({ d, ...key }: JWK): StoredKey {
    if (d === undefined || this.sealing === undefined) return { ...key, ...(d !== undefined && { d }) };
    return { ...key, sealed: this.sealing.seal(d) };
  }

  /** Decrypts a key. Returns undefined if no configured secret decrypts it. */
  open({ sealed, ...key }: StoredKey): JWK | undefined {
    if (sealed === undefined) return key;
    if (!this.sealing?.opens(sealed)) return undefined;
    return { ...key, d: JSON.parse(this.sealing.open(sealed)) };
  }

  /** Whether a key is unencrypted or uses an older secret, so that it should be encrypted again. */
  isStale({ sealed }: StoredKey): boolean {
    return this.sealing !== undefined && (sealed === undefined || !this.sealing.isCurrent(sealed));
  }
}
