/** The login in progress in this tab: the values that the provider's response must match, and the path to return to. */
export type Login = { state: string; nonce: string; verifier: string; returnTo: string };

const LOGIN = 'portico_login';
const FIELDS = ['state', 'nonce', 'verifier', 'returnTo'] as const;

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isLogin = (value: unknown): value is Login =>
  isRecord(value) && FIELDS.every((name) => typeof value[name] === 'string');

/** The login of this tab. It can be read only once, so a repeated response is rejected. */
export const keptLogin = {
  set: (login: Login): void => sessionStorage.setItem(LOGIN, JSON.stringify(login)),
  take: (): Login | null => {
    const login = parsed(sessionStorage.getItem(LOGIN));
    sessionStorage.removeItem(LOGIN);
    return isLogin(login) ? login : null;
  },
};
