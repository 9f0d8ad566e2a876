import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { ListedEvent } from '../table/read-rows.ts';
import { toMomentSql } from '../table/schema/moments.ts';

/** Maximum bytes of `details` kept in memory; for a longer one only the row's existence is known. */
const MOST_DETAILS = 4_096;

const Rest = ListedEvent.omit({ details: true });

/** A row of a part; its details are null if too long. */
export const NewestRow = Rest.extend({
  in_part: z.string(),
  kept_details: z.string().nullable(),
});
export type NewestRow = z.infer<typeof NewestRow>;

/** `after`: milliseconds since 1970, or null for all. `result`: only these. */
type Newest = { after: number | null; most: number; result?: 'FAILURE' };

/** The newest rows of these parts together, at most `most`. */
export const newestRowsStatement = (parts: readonly string[], { after, most, result }: Newest): Statement => ({
  sql: `
    SELECT _part AS in_part, ${Object.keys(Rest.shape).join(', ')},
      if(length(details) > ${MOST_DETAILS}, NULL, details) AS kept_details
    FROM integration_events
    WHERE _part IN (${parts.map((part) => `'${part}'`).join(', ')})
      ${after === null ? '' : `AND timestamp > ${toMomentSql(after)}`} ${result ? `AND result = '${result}'` : ''}
    ORDER BY timestamp DESC, kafka_partition DESC, log_epoch DESC, kafka_offset DESC LIMIT {newest:UInt32}`,
  params: { newest: most },
});
