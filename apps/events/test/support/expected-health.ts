import { FAILING_FROM, HEALTH_HOURS } from '@portico/contracts/http/event-health';
import type { EventRow } from '@portico/contracts/http/events';

const HOUR = 3_600_000;

/** How many succeeded, and how many failed. */
export const countResults = (rows: readonly EventRow[]): { success: number; failure: number } => ({
  success: rows.filter(({ result }) => result === 'SUCCESS').length,
  failure: rows.filter(({ result }) => result === 'FAILURE').length,
});
export const momentOf = ({ timestamp }: EventRow): number => Date.parse(timestamp);

/** What the rows say of integrations whose newest events all failed. */
export const failingIn = (seen: readonly EventRow[], present: number) =>
  [...Map.groupBy(seen, ({ source_id }) => source_id)]
    .map(([integration_id, own]) => {
      const lately = own.filter((row) => Math.floor(momentOf(row) / HOUR) > present - HEALTH_HOURS);
      const success = lately.find(({ result }) => result === 'SUCCESS');
      const earlier = own.filter((row) => !lately.includes(row));
      const hour = (row: EventRow | undefined) => row && Math.floor(momentOf(row) / HOUR);
      const newestEarlier = earlier.filter((row) => hour(row) === hour(earlier[0]));
      const run = lately.filter((row) => success === undefined || momentOf(row) > momentOf(success));
      return {
        integration_id,
        count: run.length,
        isLonger: success === undefined && earlier.length > 0 && countResults(newestEarlier).success === 0,
        since: run.at(-1)?.timestamp,
        last_at: run[0]?.timestamp,
        event_name: run[0]?.event_name,
      };
    })
    .filter((one) => one.count >= FAILING_FROM)
    .toSorted((a, b) => b.count - a.count || a.integration_id - b.integration_id);
