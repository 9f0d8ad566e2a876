/** SQL that formats a timestamp as in the API: `2026-11-28T10:00:00.000Z`. */
export const isoSql = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
