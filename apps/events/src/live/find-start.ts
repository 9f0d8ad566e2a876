import { identityOf } from '@portico/contracts/events/integration-event';
import { placeOf, type Positions } from '@portico/contracts/events/position';
import type { Admin } from '@portico/kafka';
import { Unavailable } from '@portico/service';
import type { Start } from '../logs/log-readers.ts';
import { resumeAfter } from '../logs/resume.ts';
import { coveredBy } from '../logs/settled.ts';
import { logRanges, settledPositions } from '../logs/topic-offsets.ts';
import type { ClickHouse, Statement } from '../table/clickhouse/clickhouse.ts';
import { StoredIdentity } from '../table/stored-events.ts';
import { placesOf, readTableState, storedUpTo } from '../table/stored-positions.ts';

/** Number of newest stored events whose repetitions the feed recognizes from the start. */
const REMEMBERED = 100_000;

/**
 * The start of live rows. `listed`: the positions up to which a list loaded now is complete. `readUpTo`: the positions after which the
 * feed reads; all messages between `listed` and `readUpTo` were rejected. `ids`: stored events, whose repetitions the feed omits.
 */
export type FeedStart = { listed: Positions; readUpTo: Positions; ids: readonly string[] };

type LiveStart = { feed: FeedStart; logs: ReadonlyMap<number, Start> };

/**
 * Finds the start of live rows, which is the position where the ingest continues: after its committed positions, or after the stored
 * positions if ClickHouse was restored, because the ingest then stores later events again. Reads commits before stored positions, so that
 * each committed event is either rejected or stored. Reads the ends of the logs last: a position beyond the end belongs to a log that no
 * longer exists, and the ingest will determine the new log.
 * @param keptSince milliseconds since 1970; earlier events may have been deleted.
 * @throws if Kafka or ClickHouse is unavailable, or the ingest has not seen the current log.
 */
export async function findStart(admin: Admin, clickhouse: ClickHouse, keptSince: number): Promise<LiveStart> {
  const committed = await settledPositions(admin);
  const { positions } = await readTableState(clickhouse);
  const known = [...positions.values()];
  const ids = await clickhouse.rowsForSure(StoredIdentity, newestIdsStatement(known));
  const listed = coveredBy(placesOf(known), committed);
  const readUpTo = new Map(listed);
  const starts = new Map<number, Start>();
  for (const [partition, log] of await logRanges(admin)) {
    const [stored, settled] = [positions.get(partition), committed.get(partition)];
    const { epoch, from, mark, isNewLog } = resumeAfter({ stored, settled, log, goneEpoch: -1, keptSince });
    if (isNewLog) throw new Unavailable('the log is another one, and the ingest has not begun to read it');
    starts.set(partition, { epoch, from, mark });
    readUpTo.set(partition, Math.max(readUpTo.get(partition) ?? -1, placeOf(epoch, from) - 1));
  }
  return {
    feed: { listed: withoutEmpty(listed), readUpTo: withoutEmpty(readUpTo), ids: ids.map(identityOf) },
    logs: starts,
  };
}

/**
 * The identities of the newest stored events up to these positions. Finds the earliest storage time among these events first, so that
 * ClickHouse reads no ids of earlier events.
 */
const newestIdsStatement = (stored: Parameters<typeof storedUpTo>[0]): Statement => ({
  sql: `
    SELECT source_id, id FROM integration_events
    WHERE ${storedUpTo(stored)} AND stored_at >= (
      SELECT min(stored_at) FROM (SELECT stored_at FROM integration_events ORDER BY stored_at DESC LIMIT ${REMEMBERED})
    )
    ORDER BY stored_at DESC LIMIT ${REMEMBERED}`,
});

/** Omits partitions without known positions. */
const withoutEmpty = (positions: Positions): Positions => new Map([...positions].filter(([, place]) => place >= 0));
