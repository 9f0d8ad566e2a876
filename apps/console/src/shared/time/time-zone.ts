import { useSyncExternalStore } from 'react';
import type { TimeZone } from '@portico/ui';

const KEY = 'portico_time_zone';

export const currentTimeZone = (): TimeZone => (localStorage.getItem(KEY) === 'utc' ? 'utc' : 'local');

/** IANA name of the chosen time zone. */
export const currentZoneName = (): string =>
  currentTimeZone() === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Short name of the viewer's local time zone, such as `CET` or `GMT+2`. */
export const localZoneLabel = (): string =>
  new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const onChoice = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
};

/** The chosen time zone, synchronized between the browser's tabs. */
export const useTimeZone = (): TimeZone => useSyncExternalStore(onChoice, currentTimeZone);

export const chooseTimeZone = (zone: TimeZone): void => {
  if (zone === 'local') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, zone);
  // Notifies this tab, because the browser notifies only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
};
