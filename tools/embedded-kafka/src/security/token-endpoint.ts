import { requestJson } from './http.ts';

/** Maximum concurrent exchanges. Further exchanges wait, and the wait counts towards their timeout. */
const MAX_EXCHANGES = 32;
const TIMEOUT_MS = 5_000;

/** Exchanges a name and secret for a token. Returns undefined if they are invalid. Rejects if the endpoint gives no clear answer. */
export type TokenExchange = (name: string, secret: string) => Promise<string | undefined>;

/** Requests a token with the client credentials grant (RFC 6749, 4.4); sends name and secret as HTTP Basic. */
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

/** A token endpoint with limited concurrency, so that a thousand reconnecting clients do not cause a thousand simultaneous requests. */
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
      // Passes the slot to the next exchange.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
