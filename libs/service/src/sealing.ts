import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { secretList } from './secret.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;

type Key = { id: string; bytes: Buffer };

/** A variable with the secrets of a {@link Sealing}, separated by commas: the first encrypts, all decrypt, so that one can be replaced. */
export const sealingSecrets = secretList.meta({ secret: true, generated: true, accepted: 'first' }).optional();

/**
 * Encrypts what a database or a topic contains, so that a copy of it gives no one a secret: AES-256-GCM under a key that follows
 * from the configuration. Sealed text names its key, so that a new key may come beside it.
 */
export class Sealing {
  private readonly keys: readonly [Key, ...Key[]];

  /** @param purpose - secrets of another purpose give other keys. */
  constructor(purpose: string, [first, ...others]: readonly [string, ...string[]]) {
    const keyOf = (secret: string): Key => {
      const bytes = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
      return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
    };
    this.keys = [keyOf(first), ...others.map(keyOf)];
  }

  /** The key that seals now, for values derived from it. */
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

  /** Whether it is sealed with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.keys[0].id}.`);
  }

  /** Whether a secret of the configuration has sealed it. */
  opens(sealed: string): boolean {
    return this.keys.some(({ id }) => sealed.startsWith(`${id}.`));
  }

  /** The JSON text of what was sealed. @throws Error when no key of the configuration opens it. */
  open(sealed: string): string {
    const [id = '', iv = '', tag = '', text = ''] = sealed.split('.');
    const key = this.keys.find((one) => one.id === id);
    if (!key) throw new Error(`no secret of the configuration opens what key ${id} has sealed`);
    const decipher = createDecipheriv(ALGORITHM, key.bytes, Buffer.from(iv, 'base64url'))
      .setAAD(Buffer.from(id))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(text, 'base64url'), decipher.final()]).toString();
  }
}
