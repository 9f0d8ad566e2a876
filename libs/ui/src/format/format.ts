/** Everything that people read as a number, a price or a time, in the browser's own locale. */
const numbers = new Intl.NumberFormat();
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const formatNumber = (value: number): string => numbers.format(value);

/** A price in US dollars from whole cents. */
export const formatPrice = (cents: number): string => dollars.format(cents / 100);

/** A moment (ISO 8601) in the viewer's time zone. */
export const formatTime = (moment: string): string => times.format(new Date(moment));
