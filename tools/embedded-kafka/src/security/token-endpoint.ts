import { requestJson } from './http.ts';

/** Exchanges that are under way at a time; more wait, no longer in all than one may take. */
const MAX_EXCHANGES = 32;
const TIMEOUT_MS = 5_000;

/** Gives the token that a name and its secret are good for; `undefined` when they are good for none. Rejects when it cannot say. */
export type TokenExchange = (name: string, secret: string) => Promise<string | undefined>;

/** Asks an OAuth token endpoint with the grant of client credentials (RFC 6749, 4.4), name and secret as HTTP Basic. */
function exchangeAt(url: string): (name: string, secret: string, timeoutMs: number) => Promise<string | undefined> {
  return async (name, secret, timeoutMs) => {
    const credentials = Buffer.from(`${encodeURIComponent(name)}:${encodeURIComponent(secret)}`).toString('base64');
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: 'grant_type=client_credentials' };
    const { status, body } = await requestJson(url, init, timeoutMs);
    const token = (body as { access_token?: unknown } | null | undefined)?.access_token;
    if (status === 200 && typeof token === 'string') return token;
    if (status === 400 || status === 401 || status === 403) return undefined;
    throw new Error(`${url} answered ${status} and no token`);
  };
}

/** The endpoint behind a URL, asked by few at a time: a thousand clients that fail at once are not a thousand requests at once. */
export function tokenEndpoint(url: string): TokenExchange {
  const ask = exchangeAt(url);
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (name, secret) => {
    const deadline = performance.now() + TIMEOUT_MS;
    if (running >= MAX_EXCHANGES) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      const left = Math.floor(deadline - performance.now());
      if (left <= 0) throw new Error(`${url}: too many wait for a token`);
      return await ask(name, secret, left);
    } finally {
      // The next one takes this one's place.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
