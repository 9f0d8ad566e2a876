/** Converts `YYYY-MM-DDThh:mm:ss.sssZ` to ClickHouse's format: `YYYY-MM-DD hh:mm:ss.sss` in UTC. */
export const isoToColumn = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;

/** Converts ClickHouse's format to ISO 8601. */
export const columnToIso = (moment: string): string => `${moment.replace(' ', 'T')}Z`;

/** Converts a column's time to milliseconds since 1970. */
export const toMilliseconds = (moment: string): number => Date.parse(columnToIso(moment));

/**
 * A time as an SQL literal.
 * @param moment - milliseconds since 1970, or ISO 8601.
 */
export const toMomentSql = (moment: string | number): string =>
  `toDateTime64('${isoToColumn(new Date(moment).toISOString())}', 3, 'UTC')`;
