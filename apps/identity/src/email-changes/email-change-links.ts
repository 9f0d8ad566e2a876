import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { IdentityConfig } from '../config.ts';

const LINK_PATHS = { confirm: 'confirm-email', cancel: 'cancel-email' } as const;
type LinkKind = keyof typeof LINK_PATHS;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Creates the links of an e-mail change. A link's token is derived from a nonce and the signing secret, so a retried mail contains the
 * same link. The database stores only hashes of tokens, so a reader of the database cannot build a link.
 */
@Injectable()
export class EmailChangeLinks {
  constructor(@Inject(CONFIG) private readonly config: Pick<IdentityConfig, 'SIGNING_SECRET' | 'CONSOLE_URL'>) {}

  renew(): { nonce: string; confirmHash: string; cancelHash: string } {
    const nonce = randomBytes(16).toString('base64url');
    return {
      nonce,
      confirmHash: hashOf(tokenOf(this.config.SIGNING_SECRET[0], 'confirm', nonce)),
      cancelHash: hashOf(tokenOf(this.config.SIGNING_SECRET[0], 'cancel', nonce)),
    };
  }

  /** Returns a link with the token after `#`, which browsers do not send to servers. Uses the secret that signed the change's hashes. */
  linkOf(kind: LinkKind, change: { nonce: string; confirmHash: string; cancelHash: string }): string {
    const link = new URL(LINK_PATHS[kind], (this.config.CONSOLE_URL ?? '').replace(/\/?$/, '/'));
    const tokens = this.config.SIGNING_SECRET.map((secret) => tokenOf(secret, kind, change.nonce));
    link.hash = tokens.find((token) => hashOf(token) === change[`${kind}Hash`]) ?? '';
    return link.href;
  }
}

const tokenOf = (secret: string, kind: LinkKind, nonce: string): string =>
  createHmac('sha256', secret).update(`email-change:${kind}:${nonce}`).digest('base64url');
