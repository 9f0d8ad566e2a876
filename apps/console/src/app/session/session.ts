import type { Session as Exchanged } from '@portico/contracts/http/identity';
import { expiryOf, keepRenewed } from './renewal.ts';
import type { SessionStore, SessionUser, StoredSession } from './session-store.ts';
import type { ProviderIdentity, SignOn } from './sign-on.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

/**
 * `signed-out`: the user signed out in this tab or another tab. `ended`: the server ended the session, because the session was ended
 * elsewhere or reached a limit. `expired`: the session could not be renewed.
 */
export type SessionEnd = 'signed-out' | 'ended' | 'expired';

export type Session = {
  current: () => StoredSession | null;
  subscribe: (listener: () => void) => () => void;
  /** Resolves to the initial session. A token that expired while the page was closed is renewed before any request uses it. */
  begin: () => Promise<StoredSession | null>;
  login: (returnTo: string) => Promise<void>;
  /** Completes the login from the provider's return URL. Returns the console path to open. */
  completeLogin: (address: string) => Promise<string>;
  /** Returns a token other than `refused`, or null if the renewal fails. Concurrent calls share one renewal. */
  renew: (refused: string) => Promise<string | null>;
  /** Switches to the session of an administrator who views as a customer. The next renewal returns to the administrator's own session. */
  view: (session: Exchanged) => void;
  /** Updates the signed-in user after a change in this tab. Ignores a change to any other user. */
  update: (user: SessionUser) => void;
  logout: () => Promise<void>;
  /** Renews the token before it expires, while someone is signed in. */
  keepRenewed: () => () => void;
  onEnd: (listener: (end: SessionEnd) => void) => void;
};

type SessionParts = {
  store: SessionStore;
  storage: Storage;
  /** `POST /auth`. */
  exchange: (identity: ProviderIdentity) => Promise<Exchanged>;
  /** `POST /auth/renewal`, with the session cookie. */
  renewSession: () => Promise<Exchanged>;
  /** `DELETE /auth`: ends the session on the server. */
  endSession: (token: string | null) => Promise<unknown>;
  signOn: () => Promise<SignOn>;
  /** Sends any request, to measure the server's clock. */
  measureClock: () => Promise<unknown>;
};

/** Prefix of the storage keys for the selected organizations, one key per environment. */
const ORGANIZATIONS_PREFIX = 'organizations_';

/** Prefixes of the storage keys in which earlier releases stored provider tokens. */
const FORMER_KEYS = ['portico_provider', '@@auth0spajs@@'];

const forget = (storage: Storage, ...prefixes: readonly string[]) => {
  for (const key of Object.keys(storage))
    if (prefixes.some((prefix) => key.startsWith(prefix))) storage.removeItem(key);
};

export const createSession = (parts: SessionParts): Session => {
  const { store, storage, exchange, renewSession, endSession, signOn, measureClock } = parts;
  forget(storage, ...FORMER_KEYS);
  const endListeners = new Set<(end: SessionEnd) => void>();
  const ended = (end: SessionEnd) => {
    for (const listener of endListeners) listener(end);
  };
  const enter = ({ accessToken, user }: Exchanged): string => {
    store.set({ token: accessToken, user });
    return accessToken;
  };
  /** Renews the session. Without a session cookie, for example after an upgrade, the browser asks the provider for the user. */
  const renewed = async (): Promise<Exchanged> => {
    try {
      return await renewSession();
    } catch (error) {
      const { failureCode } = await import('./sign-on-failure.ts');
      if (failureCode(error) !== 'unauthenticated') throw error;
      return exchange(await (await signOn()).silent());
    }
  };
  let renewing: Promise<string | null> | null = null;
  const renewNow = async (): Promise<string | null> => {
    try {
      return enter(await renewed());
    } catch (error) {
      const { endsSession, failureCode } = await import('./sign-on-failure.ts');
      if (endsSession(error)) {
        store.clear();
        ended(failureCode(error) === 'session_ended' ? 'ended' : 'expired');
      }
      return null;
    }
  };
  const renew = async (refused: string): Promise<string | null> => {
    const token = store.get()?.token ?? null;
    // Another tab or call has renewed the token already.
    if (token !== refused) return token;
    renewing ??= renewNow().finally(() => {
      renewing = null;
    });
    return renewing;
  };
  const renewEnded = async (): Promise<void> => {
    const token = store.get()?.token;
    const expiry = token === undefined ? null : expiryOf(token);
    const hasEnded = () => expiry !== null && expiry <= serverNow();
    if (token === undefined || !hasEnded()) return;
    // Measures the clock first, because this computer's clock may be wrong.
    await measureClock().catch(() => undefined);
    if (hasEnded()) await renew(token);
  };
  /** The renewal at page load. It runs once: later renewals happen before the token expires. */
  let renewal: Promise<void> | null = null;
  const begin = async (): Promise<StoredSession | null> => {
    renewal ??= renewEnded();
    await renewal;
    return store.get();
  };
  let leaving = false;
  let loggingOut: Promise<void> | null = null;
  let wasSignedIn = store.get() !== null;
  store.subscribe(() => {
    const isSignedIn = store.get() !== null;
    if (wasSignedIn && !isSignedIn && !leaving && renewing === null) ended('signed-out');
    wasSignedIn = isSignedIn;
  });
  return {
    current: store.get,
    subscribe: store.subscribe,
    begin,
    // Waits for a logout in progress: until it ends, the provider would sign the previous user in again.
    login: async (returnTo) => loggingOut ?? (await signOn()).login(returnTo),
    completeLogin: async (address) => {
      const { identity, returnTo } = await (await signOn()).complete(address);
      enter(await exchange(identity));
      return returnTo;
    },
    renew,
    view: (exchanged) => void enter(exchanged),
    update: ({ id, name, email, usertype }) => {
      const session = store.get();
      if (session?.user.id === id) store.set({ ...session, user: { id, name, email, usertype } });
    },
    logout: async () => {
      const token = store.get()?.token ?? null;
      leaving = true;
      store.clear();
      leaving = false;
      forget(storage, ORGANIZATIONS_PREFIX);
      loggingOut = endSession(token)
        .catch(() => undefined)
        .then(async () => (await signOn()).logout())
        .finally(() => (loggingOut = null));
      await loggingOut;
    },
    keepRenewed: () => keepRenewed(store, renew),
    onEnd: (listener) => void endListeners.add(listener),
  };
};
