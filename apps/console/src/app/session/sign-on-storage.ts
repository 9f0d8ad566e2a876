import type { ProviderSettings, ProviderTokens } from './provider-client.ts';

/** A login that was begun in this tab: what the provider's answer has to fit, and where the person goes then. */
export type Login = { state: string; nonce: string; verifier: string; returnTo: string };

const LOGIN = 'portico_login';
const TOKENS = 'portico_provider';
/** What the sign-on client of earlier releases kept, refresh tokens among it. */
const FORMER = '@@auth0spajs@@';

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const hasTexts = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  isRecord(value) && names.every((name) => typeof value[name] === 'string');

const isLogin = (value: unknown): value is Login => hasTexts(value, ['state', 'nonce', 'verifier', 'returnTo']);

type Kept = ProviderTokens & { issuer: string; clientId: string };

const isKept = (value: unknown): value is Kept =>
  hasTexts(value, ['accessToken', 'idToken', 'subject', 'email', 'issuer', 'clientId']) &&
  typeof value['expiresAt'] === 'number' &&
  ['string', 'undefined'].includes(typeof value['refreshToken']);

/** The login of this tab. It is read once: an answer that comes again is refused. */
export const keptLogin = {
  set: (login: Login): void => sessionStorage.setItem(LOGIN, JSON.stringify(login)),
  take: (): Login | null => {
    const login = parsed(sessionStorage.getItem(LOGIN));
    sessionStorage.removeItem(LOGIN);
    return isLogin(login) ? login : null;
  },
};

/** The provider's tokens, for every tab and after a reload. Those of another provider or client count as none. */
export const keptTokens = (storage: Storage, { tenantUrl: issuer, clientId }: ProviderSettings) => ({
  get: (): ProviderTokens | null => {
    const kept = parsed(storage.getItem(TOKENS));
    return isKept(kept) && kept.issuer === issuer && kept.clientId === clientId ? kept : null;
  },
  set: (tokens: ProviderTokens): ProviderTokens => {
    for (const key of Object.keys(storage)) if (key.startsWith(FORMER)) storage.removeItem(key);
    storage.setItem(TOKENS, JSON.stringify({ ...tokens, issuer, clientId }));
    return tokens;
  },
  clear: (): void => storage.removeItem(TOKENS),
});
