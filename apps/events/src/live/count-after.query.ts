import { epochOf, offsetOf, type Positions } from '@portico/contracts/events/position';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import { toCondition } from '../table/filter/sql.ts';

export const CountAfter = z.object({ arrived: z.number(), failed: z.number() });
export type CountAfter = z.infer<typeof CountAfter>;

const tuple = (place: number): string => `(${epochOf(place)}, ${offsetOf(place)})`;
const isAfter = (place: number | undefined): string =>
  place === undefined || place < 0 ? 'true' : `(log_epoch, kafka_offset) > ${tuple(place)}`;

/** Counts the matching rows, and the failures among them, that arrived after `cursor`, up to `places`. */
export function countAfterStatement(filter: ResolvedFilter, cursor: Positions, places: Positions): Statement {
  const { where, params } = toCondition(filter);
  const arrived = [...places].map(
    ([partition, upTo]) =>
      `(kafka_partition = ${partition} AND ${isAfter(cursor.get(partition))} AND (log_epoch, kafka_offset) <= ${tuple(upTo)})`,
  );
  const sql = `
    SELECT count() AS arrived, countIf(result = 'FAILURE') AS failed
    FROM integration_events WHERE (${where}) AND (${arrived.join(' OR ') || 'false'})`;
  return { sql, params };
}
