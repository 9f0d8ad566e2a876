import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AlertsConfig } from '../config.ts';

const LINK_DAYS = 7;
const DAY = 24 * 60 * 60_000;

/** Contents of a link's token. `id`, `channel`: ids of the message and its channel. `until`: expiry in milliseconds since 1970. */
const Claims = z.object({ id: z.string(), episode: z.int(), channel: z.int(), until: z.number() });
export type AcknowledgeClaims = z.infer<typeof Claims>;

type LinkConfig = Pick<AlertsConfig, 'SIGNING_SECRET' | 'CONSOLE_URL'>;

const macOf = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`acknowledge:${payload}`).digest('base64url');

/**
 * Returns a link to a page that asks for confirmation before it acknowledges an episode, because mail scanners open every link. The token
 * follows `#`, because browsers do not send this part of a URL to a server.
 */
export function acknowledgeLink(config: LinkConfig, claims: Omit<AcknowledgeClaims, 'until'>): string {
  const payload = Buffer.from(JSON.stringify({ ...claims, until: Date.now() + LINK_DAYS * DAY })).toString('base64url');
  const link = new URL('acknowledge', config.CONSOLE_URL.replace(/\/?$/, '/'));
  link.hash = `${payload}.${macOf(config.SIGNING_SECRET[0], payload)}`;
  return link.href;
}

/** Returns null for an invalid or expired token. */
export function readAcknowledgeToken({ SIGNING_SECRET: secrets }: LinkConfig, token: string): AcknowledgeClaims | null {
  const [payload = '', mac = ''] = token.split('.');
  const actual = Buffer.from(mac);
  const isOurs = secrets.some((secret) => {
    const expected = Buffer.from(macOf(secret, payload));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  if (!isOurs) return null;
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return claims.until > Date.now() ? claims : null;
}
