import { useSyncExternalStore } from 'react';
import type { TimeZone } from '@portico/ui';
import { onStored, store } from '../storage/stored-choice.ts';

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

/** The chosen time zone, synchronized between the browser's tabs. */
export const useTimeZone = (): TimeZone => useSyncExternalStore(onStored, currentTimeZone);

export const chooseTimeZone = (zone: TimeZone): void => store(KEY, zone === 'local' ? null : zone);
