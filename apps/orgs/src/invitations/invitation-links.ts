import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { OrgsConfig } from '../config.ts';

const NONCE_BYTES = 16;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * The tokens of invitations: 256 bits that follow from a nonce and the signing secret. The database keeps the nonce and
 * the token's hash, so that who reads the database has no link, and a mail that is retried has the same one.
 */
@Injectable()
export class InvitationLinks {
  constructor(@Inject(CONFIG) private readonly config: OrgsConfig) {}

  renew(): { nonce: string; tokenHash: string } {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return { nonce, tokenHash: hashOf(this.tokenOf(nonce)) };
  }

  /** The token stands after `#`, which browsers send to no server. */
  linkOf({ nonce }: { nonce: string }): string {
    const link = new URL('invitation', this.config.CONSOLE_URL.replace(/\/?$/, '/'));
    link.hash = this.tokenOf(nonce);
    return link.href;
  }

  private tokenOf(nonce: string): string {
    return createHmac('sha256', this.config.SIGNING_SECRET).update(`invitation:${nonce}`).digest('base64url');
  }
}
