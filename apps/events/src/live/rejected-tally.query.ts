import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';

export const StoredTally = z.object({ count: z.number(), last_at: z.string() });

/** One thread: it is asked again and again, and nobody waits for it. */
export const rejectedTallyStatement: Statement = {
  sql: `
    SELECT count() AS count, max(published_at) AS last_at FROM rejected_events FINAL
    WHERE published_at > now64(3, 'UTC') - INTERVAL 24 HOUR`,
  settings: { max_threads: 1 },
};
