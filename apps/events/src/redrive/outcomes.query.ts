import { RedriveOutcome } from '@portico/contracts/http/redrives';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { columnsOf } from '../table/schema/columns.ts';
import { columnToIso, toMomentSql } from '../table/schema/moments.ts';
import { Place } from './selection.query.ts';

/** A row of table redrive_outcomes; `at` is written by the table. */
export const StoredOutcome = Place.extend({
  source_id: z.number(),
  event_id: z.string(),
  outcome: RedriveOutcome,
  code: z.string(),
  pointer: z.string(),
  reason: z.string(),
});
export type StoredOutcome = z.infer<typeof StoredOutcome>;

export const ReportedOutcome = StoredOutcome.extend({ at: z.string() });
export type ReportedOutcome = z.infer<typeof ReportedOutcome>;

export const OutcomeCount = z.object({
  id: z.string(),
  outcome: RedriveOutcome,
  count: z.number(),
  latest: z.string(),
  silent: z.number(),
});
export const Sent = z.object({ source_id: z.number(), event_id: z.string(), outcome: RedriveOutcome });

/** Ids as ClickHouse reads them. */
const COUNTED = (runs: readonly string[]): string => runs.map((run) => `toUUID('${run}')`).join(', ');

/** @param runs - ids that came out of the table */
export const outcomeCountsStatement = (runs: readonly string[]): Statement => ({
  sql: `
    SELECT toString(run) AS id, outcome, count() AS count, toString(max(at)) AS latest,
      dateDiff('millisecond', max(at), now64(6, 'UTC')) AS silent
    FROM redrive_outcomes FINAL
    WHERE run IN (${COUNTED(runs)}) GROUP BY id, outcome`,
});

/** How far a run is: whatever was only sent is done again. */
export const lastPlaceStatement = (run: string): Statement => ({
  sql: `
    SELECT ${columnsOf(Place)} FROM redrive_outcomes FINAL WHERE run = {run:UUID} AND outcome != 'sending'
    ORDER BY published_at DESC, kafka_partition DESC, kafka_offset DESC LIMIT 1`,
  params: { run },
});

/** What a run has published, or was publishing when it was interrupted. */
export const sentStatement = (run: string): Statement => ({
  sql: `
    SELECT ${columnsOf(Sent)} FROM redrive_outcomes FINAL
    WHERE run = {run:UUID} AND outcome IN ('published', 'sending')`,
  params: { run },
});

export function reportStatement(run: string, after: Place | null, limit: number): Statement {
  const moment = after && toMomentSql(columnToIso(after.published_at));
  const rest = after
    ? `AND (published_at, kafka_partition, kafka_offset) > (${moment}, ${after.kafka_partition}, ${after.kafka_offset})`
    : '';
  return {
    sql: `
      SELECT ${columnsOf(ReportedOutcome)} FROM redrive_outcomes FINAL WHERE run = {run:UUID} ${rest}
      ORDER BY published_at, kafka_partition, kafka_offset LIMIT ${limit}`,
    params: { run },
  };
}
