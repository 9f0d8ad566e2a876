import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { secretList } from './secret.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;

type Key = { id: string; bytes: Buffer };

/** The secrets of a {@link Sealing}, separated by commas to allow rotation: the first secret encrypts, all secrets decrypt. */
export const sealingSecrets = secretList.meta({ secret: true, generated: true, accepted: 'first' }).optional();

/**
 * Encrypts secrets that are stored in a database or topic, so that a copy of the storage does not expose the secrets. Uses AES-256-GCM
 * with a key derived from the configuration. Encrypted text contains the key's id, so that several keys can coexist.
 */
export class Sealing {
  private readonly keys: readonly [Key, ...Key[]];

  /** @param purpose - different purposes derive different keys from the same secret. */
  constructor(purpose: string, [first, ...others]: readonly [string, ...string[]]) {
    const keyOf = (secret: string): Key => {
      const bytes = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
      return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
    };
    this.keys = [keyOf(first), ...others.map(keyOf)];
  }

  /** The current encryption key, from which callers can derive other values. */
  get current(): Buffer {
    return this.keys[0].bytes;
  }

  seal(value: unknown): string {
    const [{ id, bytes }] = this.keys;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, bytes, iv).setAAD(Buffer.from(id));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
    return [id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
  }

  /** Whether a sealed value is encrypted with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.keys[0].id}.`);
  }

  /** Whether a configured secret can decrypt a sealed value. */
  opens(sealed: string): boolean {
    return this.keys.some(({ id }) => sealed.startsWith(`${id}.`));
  }

  /**
   * Decrypts a sealed value to the original JSON text.
   * @throws Error if no configured key decrypts the value.
   */
  open(sealed: string): string {
    const [id = '', iv = '', tag = '', text = ''] = sealed.split('.');
    const key = this.keys.find((candidate) => candidate.id === id);
    if (!key) throw new Error(`the configuration has no secret for key ${id}`);
    const decipher = createDecipheriv(ALGORITHM, key.bytes, Buffer.from(iv, 'base64url'))
      .setAAD(Buffer.from(id))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(text, 'base64url'), decipher.final()]).toString();
  }
}
