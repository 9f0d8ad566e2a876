import type { Session as Exchanged } from '@portico/contracts/http/identity';
import { expiryOf, keepRenewed } from './renewal.ts';
import type { SessionStore, SessionUser, StoredSession } from './session-store.ts';
import type { ProviderIdentity, SignOn } from './sign-on.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

/**
 * `signed-out`: the user signed out, here or in another tab. `ended`: the server ended it, elsewhere or at a limit. `expired`: it
 * could not be renewed.
 */
export type SessionEnd = 'signed-out' | 'ended' | 'expired';

export type Session = {
  current: () => StoredSession | null;
  subscribe: (listener: () => void) => () => void;
  /** The initial session. Renews a token that expired while the page was closed before any request uses it. */
  begin: () => Promise<StoredSession | null>;
  login: (returnTo: string) => Promise<void>;
  /** Returns the path in this console that the login should lead to. */
  completeLogin: (address: string) => Promise<string>;
  /** Returns another token than `refused`, or null if the session has no other. Concurrent calls share one renewal. */
  renew: (refused: string) => Promise<string | null>;
  /** Switches to the session of an administrator who views as a customer. It is not renewed: their own session follows it. */
  view: (session: Exchanged) => void;
  /** Updates the signed-in user after a change here; ignores any other user. */
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
  /** Any request, to measure the server's clock. */
  measureClock: () => Promise<unknown>;
};

/** Prefix of the selected organizations in all environments. */
const ORGANIZATIONS_PREFIX = 'organizations_';

/** Provider tokens stored by earlier releases. */
const FORMER = ['portico_provider', '@@auth0spajs@@'];

const forget = (storage: Storage, ...prefixes: readonly string[]) => {
  for (const key of Object.keys(storage))
    if (prefixes.some((prefix) => key.startsWith(prefix))) storage.removeItem(key);
};

export const createSession = (parts: SessionParts): Session => {
  const { store, storage, exchange, renewSession, endSession, signOn, measureClock } = parts;
  forget(storage, ...FORMER);
  const endListeners = new Set<(end: SessionEnd) => void>();
  const ended = (end: SessionEnd) => {
    for (const listener of endListeners) listener(end);
  };
  const enter = ({ accessToken, user }: Exchanged): string => {
    store.set({ token: accessToken, user });
    return accessToken;
  };
  /** A browser without the session cookie, for example from a release without sessions, asks the provider for the user. */
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
    // Another tab or call has renewed it already.
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
    // This computer's clock may be wrong.
    await measureClock().catch(() => undefined);
    if (hasEnded()) await renew(token);
  };
  /** Runs once: later renewals happen before the expiry. */
  let begun: Promise<void> | null = null;
  const begin = async (): Promise<StoredSession | null> => {
    begun ??= renewEnded();
    await begun;
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
    // While a logout is in progress the provider would sign the previous user in again.
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
