/** Milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/**
 * How many whole buckets of so many milliseconds lie between 1970 and an event. A projection is only found by a query that
 * writes the very same expression.
 */
export const bucketOf = (length: number): string => `intDiv(toUnixTimestamp64Milli(timestamp), ${length})`;
