import { createSignOn } from '../app/session/sign-on.ts';

const SETTINGS = { audience: 'portico-api', tenantUrl: 'https://login.test/', clientId: 'console' };
const TRANSACTION = 'a0.spajs.txs.console';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

export type TokenAnswer = { status?: number; body: object };
export type Claims = Record<string, unknown>;

/** An ID token as the provider makes one for `nonce`, with these claims and this header instead. */
const idToken = (nonce: string, claims: Claims = {}, header: Claims = {}): string => {
  const usual = { iss: 'https://login.test/', aud: 'console', sub: 'ada', email: 'ada@acme.test', nonce };
  const times = { iat: now(), exp: now() + 3600 };
  return `${encode({ alg: 'RS256', ...header })}.${encode({ ...usual, ...times, ...claims })}.c2lnbmF0dXJl`;
};

/** The login that was begun in this page. */
const transaction = (): { nonce: string; state: string } => JSON.parse(sessionStorage.getItem(TRANSACTION) ?? 'null');
const nothing = (): TokenAnswer => ({ body: {} });

/**
 * The identity provider's side of the real sign-on client: its token endpoint, and what the client keeps in the page.
 * jsdom lacks the locks that the client needs.
 */
export const createFakeProvider = () => {
  const asked: Record<string, string>[] = [];
  let answer: () => TokenAnswer | Promise<TokenAnswer> = nothing;
  const locks = { isHeld: false };
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_: string, { signal }: { signal: AbortSignal }, run: (lock: object) => Promise<unknown>) =>
        locks.isHeld
          ? new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
            })
          : run({}),
    },
  });
  globalThis.fetch = async (address, request) => {
    if (address !== 'https://login.test/oauth/token') throw new TypeError('Failed to fetch');
    const body = Object.fromEntries(new URLSearchParams(typeof request?.body === 'string' ? request.body : ''));
    asked.push(body);
    const { status = 200, body: answered } = await answer();
    return Response.json(answered, { status });
  };
  return {
    /** Bodies of the calls of the token endpoint. */
    asked,
    locks,
    transaction,
    idToken,
    onToken: (next: typeof answer) => {
      answer = next;
    },
    /** What the token endpoint answers when all is well. */
    tokens: (nonce: string, more: object = {}): TokenAnswer => ({
      body: {
        access_token: `access-${asked.length}`,
        refresh_token: `refresh-${asked.length}`,
        id_token: idToken(nonce),
        token_type: 'Bearer',
        expires_in: 120,
        ...more,
      },
    }),
    signOn: () => createSignOn(SETTINGS, window.location.origin),
    /** Address that the hidden frame of a silent login asks. */
    frameAddress: () => {
      const src = document.querySelector('iframe')?.getAttribute('src');
      return typeof src === 'string' ? new URL(src) : undefined;
    },
    /** The hidden frame answers. */
    frameAnswers: (response: object) =>
      window.dispatchEvent(
        new MessageEvent('message', {
          origin: 'https://login.test',
          data: { type: 'authorization_response', response },
        }),
      ),
  };
};
