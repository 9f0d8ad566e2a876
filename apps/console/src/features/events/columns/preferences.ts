import { useMemo, useSyncExternalStore } from 'react';
import type { Density } from '@portico/ui';
import { columnsIn, columnsText, type ColumnKey } from './column-keys.ts';

/** A user's preferences for the list; absent values mean the defaults. */
type Preferences = {
  columns?: readonly ColumnKey[] | undefined;
  density?: Density | undefined;
  /** Column widths in pixels, by column id. */
  widths: Readonly<Record<string, number>>;
  isHistogramShown?: boolean | undefined;
  /** Whether an open event shows ids, arrival and storage times, JSON and its trace. */
  isTechnical?: boolean | undefined;
};

const DENSITIES: readonly Density[] = ['compact', 'comfortable'];
export const densityIn = (value: unknown): Density | undefined => DENSITIES.find((known) => known === value);

const DEFAULTS: Preferences = { widths: {} };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const booleanIn = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const widthsIn = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter((entry): entry is [string, number] =>
      Number.isSafeInteger(entry[1]),
    ),
  );

const read = (text: string | null): Preferences => {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (!isRecord(stored)) return DEFAULTS;
    const { columns, density, widths, isHistogramShown, isTechnical } = stored;
    return {
      columns: columnsIn(columns),
      density: densityIn(density),
      widths: widthsIn(widths),
      isHistogramShown: booleanIn(isHistogramShown),
      isTechnical: booleanIn(isTechnical),
    };
  } catch {
    return DEFAULTS;
  }
};

const onChange = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** The user's preferences, synchronized between the browser's tabs. */
export const usePreferences = (userId: number) => {
  const key = `portico_events_${userId}`;
  const text = useSyncExternalStore(onChange, () => localStorage.getItem(key));
  const preferences = useMemo(() => read(text), [text]);
  const change = (changes: Partial<Preferences>) => {
    const { columns, ...rest } = { ...preferences, ...changes };
    localStorage.setItem(key, JSON.stringify({ ...rest, columns: columns && columnsText(columns) }));
    // Notifies this tab, because the browser notifies only the other tabs.
    window.dispatchEvent(new StorageEvent('storage', { key }));
  };
  return { preferences, change };
};
