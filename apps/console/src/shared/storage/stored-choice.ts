/** Calls `listener` after a change of `localStorage` in any tab. Returns a function that unsubscribes. */
export const onStored = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** Stores a choice, or removes it for null. */
export const store = (key: string, choice: string | null): void => {
  if (choice === null) localStorage.removeItem(key);
  else localStorage.setItem(key, choice);
  // Notifies this tab, because the browser notifies only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key }));
};
