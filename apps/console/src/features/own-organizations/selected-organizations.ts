/* The browser stores the organizations whose events the viewer selected. An empty selection shows all. Logout removes the selection. */

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
/** First labels of host names that belong to production. */
const PRODUCTION = ['www', 'app', 'console', 'portal'];

/** Returns `local` for localhost, the subdomain for a host such as `staging.portico.test`, otherwise `prod`. */
export const environmentOf = (hostname: string): string => {
  if (LOCAL_HOSTS.includes(hostname)) return 'local';
  const [first = '', ...rest] = hostname.split('.');
  const isSubdomain = rest.length >= 2 && /^[a-z]/i.test(first) && !PRODUCTION.includes(first);
  return isSubdomain ? first : 'prod';
};

export const SELECTION_KEY = `organizations_${environmentOf(window.location.hostname)}`;
const NO_IDS: readonly number[] = [];

const listeners = new Set<() => void>();
let read: { text: string | null; ids: readonly number[] } = { text: null, ids: NO_IDS };

const parse = (text: string | null): readonly number[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id)) : NO_IDS;
  } catch {
    return NO_IDS;
  }
};

/** Returns the ids of the selected organizations: the same array until the selection changes. */
export const selectedOrganizations = (): readonly number[] => {
  const text = window.localStorage.getItem(SELECTION_KEY);
  if (text !== read.text) read = { text, ids: parse(text) };
  return read.ids;
};

export const selectOrganizations = (ids: readonly number[]): void => {
  if (ids.length === 0) window.localStorage.removeItem(SELECTION_KEY);
  else window.localStorage.setItem(SELECTION_KEY, JSON.stringify(ids));
  for (const listener of listeners) listener();
};

/** Calls `listener` for every change in any tab. Returns a function that unsubscribes. */
export const onSelection = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};
