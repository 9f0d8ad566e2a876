import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { ListedEvent } from '../table/read-rows.ts';
import { columnsOf } from '../table/schema/columns.ts';
import { toMomentSql } from '../table/schema/moments.ts';

/** Maximum bytes of a row's `details` in memory. If the details are longer, memory has the row without its details. */
const MAX_DETAILS = 4_096;

const Rest = ListedEvent.omit({ details: true });

/** A row of a part. `kept_details` is null if the details are too long. */
export const NewestRow = Rest.extend({
  in_part: z.string(),
  kept_details: z.string().nullable(),
});
export type NewestRow = z.infer<typeof NewestRow>;

/** Selects rows. `after`: milliseconds since 1970; null for all rows. `most`: maximum rows. `result`: only rows with this result. */
type Newest = { after: number | null; most: number; result?: 'FAILURE' };

/** Selects the newest rows of these ClickHouse parts, at most `most` rows in total. */
export const newestRowsStatement = (parts: readonly string[], { after, most, result }: Newest): Statement => ({
  sql: `
    SELECT _part AS in_part, ${columnsOf(Rest)},
      if(length(details) > ${MAX_DETAILS}, NULL, details) AS kept_details
    FROM integration_events
    WHERE _part IN (${parts.map((part) => `'${part}'`).join(', ')})
      ${after === null ? '' : `AND timestamp > ${toMomentSql(after)}`} ${result ? `AND result = '${result}'` : ''}
    ORDER BY timestamp DESC, kafka_partition DESC, log_epoch DESC, kafka_offset DESC LIMIT {newest:UInt32}`,
  params: { newest: most },
});
