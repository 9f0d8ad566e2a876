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

/** Of so many stored events, the last to arrive, it is known from the start that they are not new when they come again. */
const REMEMBERED = 100_000;

/**
 * Where live rows begin: `listed` is what a list fetched now reaches up to; between it and `readUpTo` everything is rejected,
 * so nothing is missing there. `ids`: identities of events up to there, which are not shown when they come again.
 */
export type FeedStart = { listed: Positions; readUpTo: Positions; ids: readonly string[] };

export type LiveStart = { feed: FeedStart; logs: ReadonlyMap<number, Start> };

/**
 * Reading begins where the ingest continues: after what it has settled, and in a ClickHouse that was restored after what that
 * still has, because the ingest stores the rest again. What is committed is read before what is stored: so each event that it
 * covers is either rejected or among what is stored. The ends of the logs are read last: what lies beyond them is of a log
 * that is gone, and the ingest is about to say which one follows.
 * @param keptSince - events from before then may have been let go, in milliseconds since 1970.
 * @throws when Kafka or ClickHouse cannot say, or the ingest has not seen the log that there is now.
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

/** A partition of which nothing is known is absent. */
const withoutNothing = (positions: Positions): Positions => new Map([...positions].filter(([, place]) => place >= 0));
