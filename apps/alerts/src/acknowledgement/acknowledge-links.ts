import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import { z } from 'zod';
import type { AlertsConfig } from '../config.ts';

/** Days until a link expires. */
const DAYS = 7;
const DAY = 24 * 60 * 60_000;

/** Contents of a link's token. `id`: the message with the link. `channel`: the channel of that message. `until`: expiry time. */
const Claims = z.object({ id: z.string(), episode: z.int(), channel: z.int(), until: z.number() });
export type AcknowledgeClaims = z.infer<typeof Claims>;

/**
 * Builds and checks the links in messages that acknowledge an episode. A link opens a confirmation page, because mail scanners
 * open every link.
 */
@Injectable()
export class AcknowledgeLinks {
  constructor(@Inject(CONFIG) private readonly config: Pick<AlertsConfig, 'SIGNING_SECRET' | 'CONSOLE_URL'>) {}

  /** Returns a link with the token after `#`, because browsers do not send this part of a URL to a server. */
  linkOf(claims: Omit<AcknowledgeClaims, 'until'>, now = Date.now()): string {
    const payload = Buffer.from(JSON.stringify({ ...claims, until: now + DAYS * DAY })).toString('base64url');
    const link = new URL('acknowledge', this.config.CONSOLE_URL.replace(/\/?$/, '/'));
    link.hash = `${payload}.${macOf(this.config.SIGNING_SECRET[0], payload)}`;
    return link.href;
  }

  /** Returns null for an invalid or expired token. */
  read(token: string, now = Date.now()): AcknowledgeClaims | null {
    const [payload = '', mac = ''] = token.split('.');
    const actual = Buffer.from(mac);
    const isOurs = this.config.SIGNING_SECRET.some((secret) => {
      const expected = Buffer.from(macOf(secret, payload));
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    });
    if (!isOurs) return null;
    const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    return claims.until > now ? claims : null;
  }
}

const macOf = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`acknowledge:${payload}`).digest('base64url');
