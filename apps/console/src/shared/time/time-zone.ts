import { useSyncExternalStore } from 'react';
import type { TimeZone } from '@portico/ui';

const KEY = 'portico_time_zone';

/** The currently chosen clock. */
export const currentTimeZone = (): TimeZone => (localStorage.getItem(KEY) === 'utc' ? 'utc' : 'local');

/** Its IANA name. */
export const currentZoneName = (): string =>
  currentTimeZone() === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The short name of the viewer's zone, as in times: `CET`, `GMT+2`. */
export const localZoneLabel = (): string =>
  new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const onChoice = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** The chosen clock in this browser, synchronized between tabs. */
export const useTimeZone = (): TimeZone => useSyncExternalStore(onChoice, currentTimeZone);

export const chooseTimeZone = (zone: TimeZone): void => {
  if (zone === 'local') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, zone);
  // The browser notifies only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
};
