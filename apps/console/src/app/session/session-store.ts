import { USERTYPES } from '@portico/contracts/common/roles';
import type { User } from '@portico/contracts/http/identity';

/** The user's data that the shell needs; screens that show more load it from the API. */
export type SessionUser = Pick<User, 'id' | 'name' | 'email' | 'usertype' | 'viewing'>;

export type StoredSession = { token: string; user: SessionUser };

export type SessionStore = {
  get: () => StoredSession | null;
  set: (session: StoredSession) => void;
  clear: () => void;
  /** Calls `listener` after each change in any tab. Returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void;
};

type SessionKeys = { tokenKey: string; userKey: string };

const isSessionUser = (storedUser: unknown): storedUser is SessionUser => {
  if (typeof storedUser !== 'object' || storedUser === null) return false;
  if (!('id' in storedUser && 'name' in storedUser && 'email' in storedUser && 'usertype' in storedUser)) return false;
  const { id, name, email, usertype } = storedUser;
  const isKnownType = USERTYPES.some((known) => known === usertype);
  return typeof id === 'number' && typeof name === 'string' && typeof email === 'string' && isKnownType;
};

const read = (storage: Storage, keys: SessionKeys): StoredSession | null => {
  const token = storage.getItem(keys.tokenKey);
  const stored = storage.getItem(keys.userKey);
  if (token === null || stored === null) return null;
  try {
    const user: unknown = JSON.parse(stored);
    return isSessionUser(user) ? { token, user } : null;
  } catch {
    return null;
  }
};

/** The session in the browser's local storage. If the stored session is unreadable, the user counts as signed out. */
export const createSessionStore = (page: Window, keys: SessionKeys): SessionStore => {
  const storage = page.localStorage;
  const listeners = new Set<() => void>();
  // Cached, so that an unchanged session is the same object.
  let session = read(storage, keys);
  const changed = () => {
    for (const listener of listeners) listener();
  };
  page.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== keys.tokenKey && event.key !== keys.userKey) return;
    session = read(storage, keys);
    changed();
  });
  return {
    get: () => session,
    set: (next) => {
      // Writes the user first: another tab reacts to each key, and must never combine the new token with the previous user.
      storage.setItem(keys.userKey, JSON.stringify(next.user));
      storage.setItem(keys.tokenKey, next.token);
      session = next;
      changed();
    },
    clear: () => {
      storage.removeItem(keys.tokenKey);
      storage.removeItem(keys.userKey);
      session = null;
      changed();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
