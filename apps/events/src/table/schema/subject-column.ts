import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from './deployment.ts';

/** What an event is about; empty in most rows, and in those of before. */
export const SUBJECT_COLUMN = 'subject String CODEC(ZSTD(1))';
/** In which few rows one subject is, also where it is one of many. */
export const SUBJECT_INDEX = 'INDEX subject subject TYPE bloom_filter(0.01)';

/**
 * May be taken again, also by several processes at once. Changes no row: ClickHouse reads the default where a part has no such
 * column, so such parts need no index either.
 */
export const addSubject = (clickhouse: ClickHouse, deployment: Deployment): Promise<void> =>
  clickhouse.run(`
    ALTER TABLE integration_events${onCluster(deployment)}
      ADD COLUMN IF NOT EXISTS ${SUBJECT_COLUMN} AFTER trace_id,
      ADD ${SUBJECT_INDEX.replace('INDEX', 'INDEX IF NOT EXISTS')}`);
