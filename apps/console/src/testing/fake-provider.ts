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

type TokenAnswer = { status?: number; body: object };
export type Claims = Record<string, unknown>;

const idToken = (nonce: string, claims: Claims = {}, header: Claims = {}): string => {
  const defaultClaims = { iss: ISSUER, aud: 'console', sub: 'ada', email: 'ada@acme.test', nonce };
  const times = { iat: now(), exp: now() + 3600 };
  return `${encode({ alg: 'RS256', ...header })}.${encode({ ...defaultClaims, ...times, ...claims })}.c2lnbmF0dXJl`;
};

const nothing = (): TokenAnswer => ({ body: {} });

/** Fakes the identity provider for the real sign-on client, and adds the locks that jsdom lacks. */
export const createFakeProvider = () => {
  const asked: Record<string, string>[] = [];
  const left: URL[] = [];
  const overrides: Record<string, () => TokenAnswer | Promise<TokenAnswer>> = {};
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
    const other = overrides[url];
    if (url !== DISCOVERY.token_endpoint && !other) throw new TypeError('Failed to fetch');
    const body = Object.fromEntries(new URLSearchParams(request?.body instanceof URLSearchParams ? request.body : ''));
    if (!other) asked.push(body);
    const { status = 200, body: answered } = await (other ?? answer)();
    return Response.json(answered, { status });
  };
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
  /** Parameters of the latest navigation to the provider. */
  const leftFor = (): Record<string, string> => Object.fromEntries(left.at(-1)?.searchParams ?? []);
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
    /** Bodies of the requests to the token endpoint. */
    asked,
    locks,
    idToken,
    onToken: (next: typeof answer) => {
      answer = next;
    },
    onDiscovery: (next: Partial<typeof DISCOVERY> & Claims) => {
      discovery = () => ({ ...DISCOVERY, ...next });
    },
    /** Sets the response of an endpoint other than the token endpoint, by the endpoint's name in the discovery document. */
    onOther: (endpoint: keyof typeof DISCOVERY, next: () => TokenAnswer) => {
      overrides[DISCOVERY[endpoint]] = next;
    },
    tokens,
    signOn: (more: Partial<typeof SETTINGS & { resource: string; scope: string }> = {}) =>
      createSignOn({ ...SETTINGS, ...more }, window.location.origin, {
        replace: (address) => void left.push(new URL(address)),
        assign: (address) => void left.push(new URL(address)),
      }),
    left,
    frameAddress: () => {
      const src = document.querySelector('iframe')?.getAttribute('src');
      return typeof src === 'string' ? new URL(src) : undefined;
    },
    /** Redirects the hidden frame back to the console with this response of the provider. */
    frameAnswers: (response: Record<string, string>) => {
      const frame = document.querySelector('iframe');
      const href = `${window.location.origin}/callback?${new URLSearchParams(response).toString()}`;
      Object.defineProperty(frame, 'contentWindow', { configurable: true, value: { location: { href } } });
      frame?.dispatchEvent(new Event('load'));
    },
  };
};
