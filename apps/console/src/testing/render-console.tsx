import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { Usertype } from '@portico/contracts/common/roles';
import { App } from '../app/app.tsx';
import { createConsoleRouter } from '../app/router.tsx';
import { createServices } from '../app/services.ts';
import type { SignOn } from '../app/session/sign-on.ts';
import { SignOnError } from '../app/session/sign-on-error.ts';
import { createFakeLive } from './fake-live.ts';
import { type Answer, fakeNetwork } from './fake-network.ts';
import { CONFIG, userOf } from './fixtures.ts';

export type RenderOptions = {
  path: string;
  usertype?: Usertype;
  token?: string;
  /** Further values in the browser's storage, by key. */
  kept?: Record<string, string>;
  api?: Record<string, Answer>;
  signOn?: Partial<SignOn>;
};

const API_URL = 'http://api.test';
const SETTINGS = { apiUrl: API_URL, tokenKey: 'token', userKey: 'user' };

/**
 * Renders the whole console at a URL, as a user of type `usertype`, or signed out if `usertype` is undefined. Only the network is fake:
 * `api` contains a body or a Response per `METHOD /path`; any other request gets a 404. `signOn` replaces the identity provider, which by
 * default has no users.
 */
export const renderConsole = (options: RenderOptions) => {
  const { path, usertype, token = 'product-token', kept = {}, api = {}, signOn = {} } = options;
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
  if (usertype !== undefined) {
    localStorage.setItem(SETTINGS.tokenKey, token);
    localStorage.setItem(SETTINGS.userKey, JSON.stringify(userOf(usertype)));
  }
  const calls: string[] = [];
  const answers: Record<string, Answer> = { 'GET /config': () => CONFIG, ...api };
  globalThis.fetch = fakeNetwork(
    (name) => answers[name],
    (call) => calls.push(call),
  );
  const live = createFakeLive();
  const provider: SignOn = {
    login: async () => undefined,
    complete: () => Promise.reject(new SignOnError('missing_transaction', 'Invalid state')),
    silent: () => Promise.reject(new SignOnError('login_required', 'Login required')),
    logout: async () => undefined,
    ...signOn,
  };
  const real = createServices(SETTINGS, async () => provider);
  const services = {
    ...real,
    backend: async () => ({ ...(await real.backend()), live: live.feed, rejected: live.rejected, alerts: live.alerts }),
  };
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createConsoleRouter(services, history);
  render(<App router={router} services={services} />);
  return { router, live, calls, services, location: () => history.location.href };
};
