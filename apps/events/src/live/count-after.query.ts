import type { Positions } from '@portico/contracts/events/position';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';

export const CountAfter = z.object({ arrived: z.number(), failed: z.number() });
export type CountAfter = z.infer<typeof CountAfter>;

/** How many matching rows arrived after `cursor`, up to `upTo`, and how many of them tell of a failure. */
export function countAfterStatement(filter: ResolvedFilter, cursor: Positions, upTo: Positions): Statement {
  const { where, params } = toCondition(filter);
  const arrived = [...upTo].map(
    ([partition, offset]) =>
      `(kafka_partition = ${partition} AND kafka_offset > ${cursor.get(partition) ?? -1} AND kafka_offset <= ${offset})`,
  );
  const sql = `
    SELECT count() AS arrived, countIf(result = 'FAILURE') AS failed
    FROM integration_events WHERE (${where}) AND (${arrived.join(' OR ') || 'false'})`;
  return { sql, params };
}
