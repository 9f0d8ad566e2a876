import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { AlertsConfig } from '../../config.ts';
import type { Target } from '../message/channel-type.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CODE_LENGTH = 8;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

type Key = { id: string; bytes: Buffer };

const keyOf = (secret: string): Key => {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'portico channels', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
};

/**
 * Encrypts where channels lead, so that a copy of the database gives nobody an address to write to: AES-256-GCM under a key
 * that follows from the configuration. What is sealed names its key, so that a new one may come beside it.
 */
@Injectable()
export class ChannelSecrets {
  private readonly keys: readonly [Key, ...Key[]];

  constructor(@Inject(CONFIG) { ALERTS_SECRET: own = [], SIGNING_SECRET: signing }: AlertsConfig) {
    const [first = signing, ...others] = own;
    // What was sealed before there was a secret of its own stays readable.
    this.keys = [keyOf(first), ...[...others, signing].map(keyOf)];
  }

  seal(target: Target | string): string {
    const [{ id, bytes }] = this.keys;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, bytes, iv).setAAD(Buffer.from(id));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(target)), cipher.final()]);
    return [id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
  }

  /** Whether it is sealed with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.keys[0].id}.`);
  }

  /** @throws Error when no key of the configuration opens it. */
  open(sealed: string): Target {
    return JSON.parse(this.textOf(sealed));
  }

  /** Of a secret that was sealed alone. */
  openSecret(sealed: string): string {
    return JSON.parse(this.textOf(sealed));
  }

  private textOf(sealed: string): string {
    const [id = '', iv = '', tag = '', text = ''] = sealed.split('.');
    const key = this.keys.find((one) => one.id === id);
    if (!key) throw new Error(`no secret of the configuration opens what key ${id} has sealed`);
    const decipher = createDecipheriv(ALGORITHM, key.bytes, Buffer.from(iv, 'base64url'))
      .setAAD(Buffer.from(id))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(text, 'base64url'), decipher.final()]).toString();
  }

  newNonce(): string {
    return randomBytes(16).toString('base64url');
  }

  /** The code that verifies a channel: 40 bits that follow from the nonce. */
  codeOf(channelId: number, nonce: string): string {
    const bytes = this.macOf(`code:${channelId}:${nonce}`);
    return Array.from({ length: CODE_LENGTH }, (_, index) => CODE_LETTERS[(bytes[index] ?? 0) % 32]).join('');
  }

  /** What the link of a verification mail carries. */
  tokenOf(channelId: number, nonce: string): string {
    return `${channelId}.${this.macOf(`link:${channelId}:${nonce}`).toString('base64url')}`;
  }

  isSame(given: string, expected: string): boolean {
    return timingSafeEqual(digestOf(given), digestOf(expected));
  }

  private macOf(text: string): Buffer {
    return createHmac('sha256', this.keys[0].bytes).update(text).digest();
  }
}
