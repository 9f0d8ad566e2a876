/** An hour in milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** SQL for the number of buckets between 1970 and an event. ClickHouse uses a projection only for exactly this expression. */
export const bucketOf = (length: number): string => `intDiv(toUnixTimestamp64Milli(timestamp), ${length})`;
