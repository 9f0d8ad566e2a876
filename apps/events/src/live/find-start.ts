import type { Admin } from '@portico/kafka';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { INGEST_GROUP, logEnds, settledOffsets } from '../table/lag/topic-offsets.ts';
import { newestIdsStatement } from './newest-ids.query.ts';
import { StoredId } from '../table/stored-ids.ts';
import { StoredPosition, storedPositionsStatement } from '../table/stored-positions.ts';
import type { Start } from './live-feed.ts';

/** Of so many stored events, the last to arrive, it is known from the start that they are not new when they come again. */
const REMEMBERED = 100_000;

/**
 * Reading begins after what the ingest has settled. The committed offsets are read before the stored ones: so each event
 * that they cover is either rejected or among what is stored. The ends of the log are read last: a stored offset beyond them
 * is of a log that was deleted, not of an event that another process stored in between.
 */
export async function findStart(admin: Admin, clickhouse: ClickHouse): Promise<Start> {
  const committed = await settledOffsets(admin, INGEST_GROUP);
  const stored = await clickhouse.rows(StoredPosition, storedPositionsStatement);
  const ids = await clickhouse.rows(StoredId, newestIdsStatement(stored, REMEMBERED));
  const ends = await logEnds(admin);
  const isOfThisLog = ([partition, offset]: readonly [number, number]): boolean => offset < (ends.get(partition) ?? 0);
  const offsets = stored.map(({ partition, offset }) => [partition, offset] as const);
  const listed = new Map(offsets.filter(isOfThisLog));
  const readUpTo = new Map(listed);
  for (const [partition, offset] of [...committed].filter(isOfThisLog))
    readUpTo.set(partition, Math.max(offset, listed.get(partition) ?? -1));
  return { listed, readUpTo, ids: ids.map(({ id }) => id) };
}
