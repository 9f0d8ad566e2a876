import type { TimeZone } from '@portico/ui';
import { momentIn } from './time-range.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Converts a time for the browser's datetime field, to the second. */
export const toInput = (moment: string, zone: TimeZone): string => {
  if (zone === 'utc') return new Date(moment).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
};

/** Undefined while the field is empty or incomplete. */
export const fromInput = (text: string, zone: TimeZone): string | undefined =>
  momentIn(zone === 'utc' && text !== '' ? `${text}Z` : text);
