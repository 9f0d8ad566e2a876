import { UNCORRECTED_HOURS } from '@portico/contracts/http/rejected-events';
import { z } from 'zod';
import type { Scope } from '../directory/directory.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { HOUR } from '../table/schema/buckets.ts';
import { toMomentSql } from '../table/schema/moments.ts';
import { identitiesSql, type Identity } from '../table/stored-events.ts';
import { visibleTo } from './rejected-condition.ts';

/** Maximum integrations listed. */
const MAX_INTEGRATIONS = 1_000;
/** Corrections of older rejected events are not detected. */
const MAX_LOOKED_UP = 2_000;

/** Rejections whose correction is detectable: it lists an event with this id. With a reused id another event is listed already. */
const CORRECTABLE = "event_id != '' AND code != 'id_reused'";

const recent = (scope: Scope, now: number): string => `FROM rejected_events FINAL
    WHERE published_at >= ${toMomentSql(now - UNCORRECTED_HOURS * HOUR)} AND ${visibleTo(scope)}`;

/** The latest of them with a detectable correction. */
export const correctableStatement = (scope: Scope, now: number): Statement => ({
  sql: `SELECT source_id, event_id AS id ${recent(scope, now)} AND ${CORRECTABLE}
    ORDER BY published_at DESC, kafka_partition, kafka_offset LIMIT ${MAX_LOOKED_UP}`,
});

/** Times in ClickHouse's format. */
export const UncorrectedRow = z.object({
  source_id: z.number(),
  count: z.number(),
  since: z.string(),
  last: z.string(),
});

/** By integration, excluding corrected ones. */
export const uncorrectedStatement = (scope: Scope, now: number, corrected: readonly Identity[]): Statement => ({
  sql: `
    SELECT source_id, count() AS count, min(published_at) AS since, max(published_at) AS last ${recent(scope, now)}
      AND NOT (${CORRECTABLE} AND (source_id, event_id) IN (${identitiesSql(corrected)}))
    GROUP BY source_id ORDER BY count DESC, source_id LIMIT ${MAX_INTEGRATIONS}`,
});
