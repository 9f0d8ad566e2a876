import type { Backend } from '../api/use-api.ts';
import { createConfigStore, type ConfigStore } from './config.ts';
import { createSession, type Session } from './session/session.ts';
import { createSessionStore } from './session/session-store.ts';
import type { createSignOn, SignOn } from './session/sign-on.ts';
import { SignOnError } from './session/sign-on-error.ts';
import type { Settings } from './settings.ts';

export type Services = {
  apiUrl: string;
  config: ConfigStore;
  session: Session;
  /** Loads the API client, the contracts' schemas and the query cache. The router's first route calls this function. */
  backend: () => Promise<Backend>;
};

type Connect = (...provider: Parameters<typeof createSignOn>) => Promise<SignOn>;

const connectToProvider: Connect = async (...provider) =>
  (await import('./session/sign-on.ts')).createSignOn(...provider);

export const createServices = ({ apiUrl, ...keys }: Settings, connect: Connect = connectToProvider): Services => {
  const anonymous = async () => (await import('./anonymous-calls.ts')).anonymousCalls(apiUrl);
  const config = createConfigStore({
    apiUrl,
    storage: window.localStorage,
    ask: async () => (await anonymous()).getConfig(),
  });
  let signOn: Promise<SignOn> | undefined;
  const session = createSession({
    store: createSessionStore(window, keys),
    storage: window.localStorage,
    exchange: async (identity) => (await anonymous()).exchange(identity),
    renewSession: async () => (await anonymous()).renewSession(),
    endSession: async (token) => (await anonymous()).endSession(token),
    measureClock: config.load,
    signOn: async () => {
      const { identityProvider } = await config.load();
      if (identityProvider === null) throw new SignOnError('invalid_configuration', 'Invalid Auth0 Settings');
      signOn ??= connect(identityProvider, window.location.origin);
      return signOn;
    },
  });
  let backend: Backend | undefined;
  return {
    apiUrl,
    config,
    session,
    backend: async () => {
      const { createBackend } = await import('./backend.ts');
      backend ??= createBackend(apiUrl, session);
      return backend;
    },
  };
};
