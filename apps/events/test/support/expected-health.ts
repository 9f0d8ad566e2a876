import type { EventRow } from '@portico/contracts/http/events';

/** Counts successes and failures. */
export const countResults = (rows: readonly EventRow[]): { success: number; failure: number } => ({
  success: rows.filter(({ result }) => result === 'SUCCESS').length,
  failure: rows.filter(({ result }) => result === 'FAILURE').length,
});
export const momentOf = ({ timestamp }: EventRow): number => Date.parse(timestamp);
