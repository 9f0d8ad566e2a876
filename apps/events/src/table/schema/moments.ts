/** `YYYY-MM-DDThh:mm:ss.sssZ` as ClickHouse reads and writes it: `YYYY-MM-DD hh:mm:ss.sss`, in UTC. */
export const isoToColumn = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;

/** ISO 8601 of a moment as ClickHouse writes it. */
export const columnToIso = (moment: string): string => `${moment.replace(' ', 'T')}Z`;

/** Moment of a column in milliseconds since 1970. */
export const toMilliseconds = (moment: string): number => Date.parse(columnToIso(moment));

/** A moment in SQL. @param moment - milliseconds since 1970, or ISO 8601. */
export const toMomentSql = (moment: string | number): string =>
  `toDateTime64('${isoToColumn(new Date(moment).toISOString())}', 3, 'UTC')`;
