import { identityOf } from '@portico/contracts/events/integration-event';
import { placeOf, type Positions } from '@portico/contracts/events/position';
import type { Admin } from '@portico/kafka';
import { Unavailable } from '@portico/service';
import type { Start } from '../logs/log-readers.ts';
import { resumeAfter } from '../logs/resume.ts';
import { coveredBy } from '../logs/settled.ts';
import { logRanges, settledPositions } from '../logs/topic-offsets.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { StoredIdentity } from '../table/stored-events.ts';
import { placesOf, readTableState } from '../table/stored-positions.ts';
import { newestIdsStatement } from './newest-ids.query.ts';

/** Number of newest stored events whose repetitions are recognized from the start. */
const REMEMBERED = 100_000;

/**
 * Where live rows begin. `listed`: the positions up to which a list loaded now is complete. `readUpTo`: the positions after which the
 * feed reads; all messages between `listed` and `readUpTo` were rejected. `ids`: earlier events, whose repetitions are not shown.
 */
export type FeedStart = { listed: Positions; readUpTo: Positions; ids: readonly string[] };

type LiveStart = { feed: FeedStart; logs: ReadonlyMap<number, Start> };

/**
 * Finds where live rows begin: where the ingest continues. That is after its committed positions, or after the stored positions if
 * ClickHouse was restored, because the ingest then stores later events again. Commits are read before stored positions, so that each
 * committed event is either rejected or stored. The ends of the logs are read last: a position beyond the end belongs to a log that no
 * longer exists, and the ingest will determine the new log.
 * @param keptSince milliseconds since 1970; earlier events may have been deleted.
 * @throws if Kafka or ClickHouse is unavailable, or the ingest has not seen the current log.
 */
export async function findStart(admin: Admin, clickhouse: ClickHouse, keptSince: number): Promise<LiveStart> {
  const committed = await settledPositions(admin);
  const { positions } = await readTableState(clickhouse);
  const known = [...positions.values()];
  const ids = await clickhouse.rowsForSure(StoredIdentity, newestIdsStatement(known, REMEMBERED));
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
    feed: { listed: withoutNothing(listed), readUpTo: withoutNothing(readUpTo), ids: ids.map(identityOf) },
    logs: starts,
  };
}

/** Omits partitions without known positions. */
const withoutNothing = (positions: Positions): Positions => new Map([...positions].filter(([, place]) => place >= 0));
