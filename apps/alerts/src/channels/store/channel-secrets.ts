import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Sealing } from '@portico/service';
import type { AlertsConfig } from '../../config.ts';
import type { Target } from '../message/channel-type.ts';

const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CODE_LENGTH = 8;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

@Injectable()
export class ChannelSecrets {
  private readonly sealing: Sealing;

  constructor(@Inject(CONFIG) { ALERTS_SECRET: own, SIGNING_SECRET: signing }: AlertsConfig) {
    // The signing secrets decrypt values that were encrypted before `ALERTS_SECRET` was set.
    const [first, ...others] = [...(own ?? []), ...signing];
    this.sealing = new Sealing('portico channels', [first, ...others]);
  }

  seal(target: Target | string): string {
    return this.sealing.seal(target);
  }

  isCurrent(sealed: string): boolean {
    return this.sealing.isCurrent(sealed);
  }

  /** Decrypts a target. @throws Error if no configured key decrypts the value. */
  open(sealed: string): Target {
    return JSON.parse(this.sealing.open(sealed));
  }

  openSecret(sealed: string): string {
    return JSON.parse(this.sealing.open(sealed));
  }

  newNonce(): string {
    return randomBytes(16).toString('base64url');
  }

  /** The 40-bit code that verifies a channel, derived from the nonce. */
  codeOf(channelId: number, nonce: string): string {
    const bytes = this.macOf(`code:${channelId}:${nonce}`);
    return Array.from({ length: CODE_LENGTH }, (_, index) => CODE_LETTERS[(bytes[index] ?? 0) % 32]).join('');
  }

  tokenOf(channelId: number, nonce: string): string {
    return `${channelId}.${this.macOf(`link:${channelId}:${nonce}`).toString('base64url')}`;
  }

  isSame(actual: string, expected: string): boolean {
    return timingSafeEqual(digestOf(actual), digestOf(expected));
  }

  private macOf(text: string): Buffer {
    return createHmac('sha256', this.sealing.current).update(text).digest();
  }
}
