/* A browser may block storage; reading `localStorage` then throws. All code that stores something, including libraries, gets a
   storage that lasts as long as the page instead. */

const KINDS = ['localStorage', 'sessionStorage'] as const;
const PROBE = 'portico_probe';

/** A storage that lasts as long as the page. */
const memoryStorage = (): Storage => {
  const kept = new Map<string, string>();
  const storage = {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key: string) => kept.get(key) ?? null,
    key: (index: number) => [...kept.keys()][index] ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  // `Object.keys` of a storage returns its keys.
  return new Proxy(storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      typeof key === 'string' && kept.has(key)
        ? { value: kept.get(key), enumerable: true, configurable: true, writable: true }
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

/** Whether the browser blocks persistent storage. */
export const isStorageBlocked = (): boolean => blocked;

/** Replaces each blocked storage by one that lasts as long as the page. */
export const replaceBlockedStorage = (page: Window): void => {
  for (const kind of KINDS)
    if (!works(page, kind)) {
      blocked = true;
      Object.defineProperty(page, kind, { value: memoryStorage(), configurable: true });
    }
};
