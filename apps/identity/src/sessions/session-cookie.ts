import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Name of the cookie. It contains the API's port, if any, because browsers share cookies between all ports of a host. */
const nameOf = ({ port }: URL): string => (port === '' ? 'portico_session' : `portico_session_${port}`);

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const fits = (secret: string, hash: string): boolean => {
  const [actual, expected] = [Buffer.from(hashOf(secret)), Buffer.from(hash)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

export type SessionCookie = { id: number; secret: string };

/** Reads `id.secret` out of a Cookie header. Returns null if the header has no such cookie. */
export function readCookie(apiUrl: string, header = ''): SessionCookie | null {
  const match = new RegExp(`(?:^|;\\s*)${nameOf(new URL(apiUrl))}=(\\d{1,9})\\.([\\w-]{43})(?:;|$)`).exec(header);
  return match ? { id: Number(match[1]), secret: match[2] ?? '' } : null;
}

/** @param apiUrl - URL at which browsers reach the API. @param seconds - lifetime of the cookie; 0 deletes the cookie. */
export function cookieHeader(apiUrl: string, cookie: SessionCookie | null, seconds = 0): string {
  const url = new URL(apiUrl);
  const value = cookie === null ? '' : `${cookie.id}.${cookie.secret}`;
  const path = `${url.pathname.replace(/\/$/, '')}/auth`;
  const secure = url.protocol === 'https:' ? '; Secure' : '';
  return `${nameOf(url)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
