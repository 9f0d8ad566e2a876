import { UNCORRECTED_HOURS } from '@portico/contracts/http/rejected-events';
import { z } from 'zod';
import type { Scope } from '../directory/directory.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { HOUR } from '../table/schema/buckets.ts';
import { toMomentSql } from '../table/schema/moments.ts';
import { identitiesSql, type Identity } from '../table/stored-events.ts';
import { visibleTo } from './rejected-condition.ts';

const MAX_INTEGRATIONS = 1_000;
/** The number of latest rejected events to look up in the list. Older events count as uncorrected. */
const MAX_LOOKED_UP = 2_000;

/**
 * SQL for rejections that count as corrected when the list contains their id. Excludes reused ids, because the list already contains the
 * first event with such an id.
 */
const CORRECTABLE = "event_id != '' AND code != 'id_reused'";

const recent = (scope: Scope, now: number): string => `FROM rejected_events FINAL
    WHERE published_at >= ${toMomentSql(now - UNCORRECTED_HOURS * HOUR)} AND ${visibleTo(scope)}`;

export const correctableStatement = (scope: Scope, now: number): Statement => ({
  sql: `SELECT source_id, event_id AS id ${recent(scope, now)} AND ${CORRECTABLE}
    ORDER BY published_at DESC, kafka_partition, kafka_offset LIMIT ${MAX_LOOKED_UP}`,
});

/** The uncorrected events of one integration. `since` and `last` are times in ClickHouse's format. */
export const UncorrectedRow = z.object({
  source_id: z.number(),
  count: z.number(),
  since: z.string(),
  last: z.string(),
});

/** Counts recent rejected events by integration, without corrected events. */
export const uncorrectedStatement = (scope: Scope, now: number, corrected: readonly Identity[]): Statement => ({
  sql: `
    SELECT source_id, count() AS count, min(published_at) AS since, max(published_at) AS last ${recent(scope, now)}
      AND NOT (${CORRECTABLE} AND (source_id, event_id) IN (${identitiesSql(corrected)}))
    GROUP BY source_id ORDER BY count DESC, source_id LIMIT ${MAX_INTEGRATIONS}`,
});
