import { z } from 'zod';
import type { ClickHouse } from './clickhouse/clickhouse.ts';

/**
 * What one process let through for an integration: bytes of a day of UTC so far, and events of its last minute. `minute` in
 * seconds since 1970; `day` as `YYYY-MM-DD`; of two rows of one day, integration and process the higher version holds.
 */
export type DoorUsage = {
  day: string;
  integration_id: number;
  process: string;
  bytes: number;
  minute: number;
  events: number;
  version: number;
};

const OthersRow = z.object({ integration_id: z.number(), bytes: z.number(), events: z.number() });
/** Of all other processes together: bytes of the day, and events of the minute. */
export type OthersUsage = z.infer<typeof OthersRow>;

/** Rows say how much it is so far, and not how much more: the same row again changes nothing. */
export const writeUsage = (clickhouse: ClickHouse, rows: readonly DoorUsage[]): Promise<void> =>
  clickhouse.insert('door_usage', rows);

/** @param minute - in seconds since 1970 */
export const readOthersUsage = (
  clickhouse: ClickHouse,
  { day, minute, process }: Pick<DoorUsage, 'day' | 'minute' | 'process'>,
): Promise<OthersUsage[]> =>
  clickhouse.rowsForSure(OthersRow, {
    sql: `SELECT integration_id, sum(bytes) AS bytes, sumIf(events, minute = {minute:UInt32}) AS events
          FROM door_usage FINAL WHERE day = {day:Date} AND process != {process:String} GROUP BY integration_id`,
    params: { day, minute, process },
  });
