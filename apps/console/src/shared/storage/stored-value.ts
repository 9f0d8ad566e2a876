import { useSyncExternalStore } from 'react';

/**
 * A value in `localStorage`, which all tabs of the browser share.
 * @param parse converts the stored JSON; gets null if nothing is stored or the text is not JSON
 */
export const storedValue = <Value>(key: string, parse: (json: unknown) => Value) => {
  const listeners = new Set<() => void>();
  const read = (text: string | null): Value => {
    try {
      return parse(JSON.parse(text ?? 'null'));
    } catch {
      return parse(null);
    }
  };
  let cached: { text: string | null; value: Value } = { text: null, value: read(null) };
  /** Returns the same object until the stored text changes. */
  const get = (): Value => {
    const text = window.localStorage.getItem(key);
    if (text !== cached.text) cached = { text, value: read(text) };
    return cached.value;
  };
  /** Stores a value. An empty list removes the stored text. */
  const set = (value: Value): void => {
    if (Array.isArray(value) && value.length === 0) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  };
  return { get, set, useValue: (): Value => useSyncExternalStore(subscribe, get) };
};
