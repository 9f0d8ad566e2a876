import type { Session as Exchanged } from '@portico/contracts/http/identity';
import { expiryOf, keepRenewed } from './renewal.ts';
import type { SessionStore, SessionUser, StoredSession } from './session-store.ts';
import type { ProviderIdentity, SignOn } from './sign-on.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

/**
 * `signed-out`: someone chose to, here or in another tab. `ended`: the server says so, because it was ended elsewhere or reached
 * a limit. `expired`: it could not be renewed.
 */
export type SessionEnd = 'signed-out' | 'ended' | 'expired';

export type Session = {
  current: () => StoredSession | null;
  subscribe: (listener: () => void) => () => void;
  /** The session to begin with: a token that ended while the page was closed is renewed before anything is asked with it. */
  begin: () => Promise<StoredSession | null>;
  login: (returnTo: string) => Promise<void>;
  /** Answers the path, in this console, that login was asked for. */
  completeLogin: (address: string) => Promise<string>;
  /** Another token than `refused`, or null when there is none for now. Asked several times at once it renews once. */
  renew: (refused: string) => Promise<string | null>;
  /** Takes the session of an administrator who views as a customer. It is not renewed: their own follows it. */
  view: (session: Exchanged) => void;
  /** The signed-in user was changed here; somebody else is ignored. */
  update: (user: SessionUser) => void;
  logout: () => Promise<void>;
  /** Renews the token before it ends, as long as someone is signed in. */
  keepRenewed: () => () => void;
  onEnd: (listener: (end: SessionEnd) => void) => void;
};

export type SessionParts = {
  store: SessionStore;
  storage: Storage;
  /** `POST /auth`. */
  exchange: (identity: ProviderIdentity) => Promise<Exchanged>;
  /** `POST /auth/renewal`, with the session's cookie. */
  renewSession: () => Promise<Exchanged>;
  /** `DELETE /auth`: the server ends the session. */
  endSession: (token: string | null) => Promise<unknown>;
  signOn: () => Promise<SignOn>;
  /** Asks the server, whose answer says what time it is. */
  measureClock: () => Promise<unknown>;
};

/** Selected organizations, whatever environment they were selected in. */
const ORGANIZATIONS_PREFIX = 'organizations_';

/** What earlier releases kept: tokens of the provider. */
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
  /** A browser without the session's cookie, such as one of a release without sessions, asks the provider who is there. */
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
    // Another tab, or another call, was quicker.
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
    // By this computer's clock, which may be wrong.
    await measureClock().catch(() => undefined);
    if (hasEnded()) await renew(token);
  };
  /** Once: from then on it is renewed before its end. */
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
    // Before the logout has left the page, the provider would let the former user in.
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
