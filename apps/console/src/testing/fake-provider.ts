import { createSignOn, type SignOn } from '../app/session/sign-on.ts';

const ISSUER = 'https://login.test/realms/portico';
const SETTINGS = { audience: 'portico-api', tenantUrl: ISSUER, clientId: 'console' };
const DISCOVERY = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/protocol/auth?flow=browser`,
  token_endpoint: 'https://tokens.test/token',
  userinfo_endpoint: 'https://tokens.test/me',
  revocation_endpoint: 'https://tokens.test/revoke',
  end_session_endpoint: `${ISSUER}/protocol/logout`,
};
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

export type TokenAnswer = { status?: number; body: object };
export type Claims = Record<string, unknown>;

/** An ID token as the provider makes one for `nonce`, with these claims and this header instead. */
const idToken = (nonce: string, claims: Claims = {}, header: Claims = {}): string => {
  const usual = { iss: ISSUER, aud: 'console', sub: 'ada', email: 'ada@acme.test', nonce };
  const times = { iat: now(), exp: now() + 3600 };
  return `${encode({ alg: 'RS256', ...header })}.${encode({ ...usual, ...times, ...claims })}.c2lnbmF0dXJl`;
};

const nothing = (): TokenAnswer => ({ body: {} });

/**
 * The identity provider's side of the real sign-on client: what it answers, and where the client goes. jsdom lacks the
 * locks that the client needs.
 */
export const createFakeProvider = () => {
  const asked: Record<string, string>[] = [];
  const left: URL[] = [];
  const others: Record<string, () => TokenAnswer | Promise<TokenAnswer>> = {};
  let answer: () => TokenAnswer | Promise<TokenAnswer> = nothing;
  let discovery: () => object = () => DISCOVERY;
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
    const url = address instanceof Request ? address.url : address.toString();
    if (url === `${ISSUER}/.well-known/openid-configuration`) return Response.json(discovery());
    const other = others[url];
    if (url !== DISCOVERY.token_endpoint && !other) throw new TypeError('Failed to fetch');
    const body = Object.fromEntries(new URLSearchParams(request?.body instanceof URLSearchParams ? request.body : ''));
    if (!other) asked.push(body);
    const { status = 200, body: answered } = await (other ?? answer)();
    return Response.json(answered, { status });
  };
  /** What the token endpoint answers when all is well. */
  const tokens = (nonce: string, more: object = {}): TokenAnswer => ({
    body: {
      access_token: `access-${asked.length}`,
      refresh_token: `refresh-${asked.length}`,
      id_token: idToken(nonce),
      token_type: 'Bearer',
      expires_in: 120,
      ...more,
    },
  });
  /** What the provider was asked for when the page was left last. */
  const leftFor = (): Record<string, string> => Object.fromEntries(left.at(-1)?.searchParams ?? []);
  /** The address that the provider comes back to with a code. */
  const back = () => `${window.location.origin}/callback?code=the-code&state=${leftFor()['state']}`;
  return {
    leftFor,
    back,
    logIn: async (signOn: SignOn) => {
      await signOn.login('/dashboard?page=2');
      const { nonce = '' } = leftFor();
      answer = () => tokens(nonce);
      return signOn.complete(back());
    },
    /** Bodies of the calls of the token endpoint. */
    asked,
    locks,
    idToken,
    onToken: (next: typeof answer) => {
      answer = next;
    },
    onDiscovery: (next: Partial<typeof DISCOVERY> & Claims) => {
      discovery = () => ({ ...DISCOVERY, ...next });
    },
    /** Answers of other endpoints than the token's, by their names in the discovery document. */
    onOther: (endpoint: keyof typeof DISCOVERY, next: () => TokenAnswer) => {
      others[DISCOVERY[endpoint]] = next;
    },
    tokens,
    signOn: (more: Partial<typeof SETTINGS & { resource: string; scope: string }> = {}) =>
      createSignOn({ ...SETTINGS, ...more }, window.location.origin, {
        replace: (address) => void left.push(new URL(address)),
        assign: (address) => void left.push(new URL(address)),
      }),
    /** Where the page was left for. */
    left,
    /** Address that the hidden frame of a silent login asks. */
    frameAddress: () => {
      const src = document.querySelector('iframe')?.getAttribute('src');
      return typeof src === 'string' ? new URL(src) : undefined;
    },
    /** The hidden frame comes back with this answer. */
    frameAnswers: (response: Record<string, string>) => {
      const frame = document.querySelector('iframe');
      const href = `${window.location.origin}/callback?${new URLSearchParams(response).toString()}`;
      Object.defineProperty(frame, 'contentWindow', { configurable: true, value: { location: { href } } });
      frame?.dispatchEvent(new Event('load'));
    },
  };
};
