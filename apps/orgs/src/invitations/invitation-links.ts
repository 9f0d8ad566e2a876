import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { OrgsConfig } from '../config.ts';

const NONCE_BYTES = 16;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Creates the links of invitations. A link's token has 256 bits, derived from a nonce and the signing secret, so a retried mail
 * contains the same link. The database stores only the nonce and the token's hash, so a reader of the database cannot build a link.
 */
@Injectable()
export class InvitationLinks {
  constructor(@Inject(CONFIG) private readonly config: Pick<OrgsConfig, 'SIGNING_SECRET' | 'CONSOLE_URL'>) {}

  renew(): { nonce: string; tokenHash: string } {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return { nonce, tokenHash: hashOf(tokenOf(this.config.SIGNING_SECRET[0], nonce)) };
  }

  /** Returns a link with the token after `#`, which browsers do not send to servers. Uses the secret that signed the invitation. */
  linkOf({ nonce, tokenHash }: { nonce: string; tokenHash: string }): string {
    const link = new URL('invitation', this.config.CONSOLE_URL.replace(/\/?$/, '/'));
    const tokens = this.config.SIGNING_SECRET.map((secret) => tokenOf(secret, nonce));
    link.hash = tokens.find((token) => hashOf(token) === tokenHash) ?? '';
    return link.href;
  }
}

const tokenOf = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(`invitation:${nonce}`).digest('base64url');
