/* A browser may block storage; reading `localStorage` then throws. This module replaces blocked storage by a storage in memory, for
   all code that stores something, including libraries. */

const KINDS = ['localStorage', 'sessionStorage'] as const;
const PROBE = 'portico_probe';

const memoryStorage = (): Storage => {
  const items = new Map<string, string>();
  const storage = {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key: string) => items.get(key) ?? null,
    key: (index: number) => [...items.keys()][index] ?? null,
    removeItem: (key: string) => void items.delete(key),
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  // `Object.keys(storage)` must return the stored keys.
  return new Proxy(storage, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      typeof key === 'string' && items.has(key)
        ? { value: items.get(key), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
};

const works = (page: Window, kind: (typeof KINDS)[number]): boolean => {
  try {
    page[kind].setItem(PROBE, '');
    page[kind].removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
};

let blocked = false;

export const isStorageBlocked = (): boolean => blocked;

export const replaceBlockedStorage = (page: Window): void => {
  for (const kind of KINDS)
    if (!works(page, kind)) {
      blocked = true;
      Object.defineProperty(page, kind, { value: memoryStorage(), configurable: true });
    }
};
