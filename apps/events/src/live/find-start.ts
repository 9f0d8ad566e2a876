import { identityOf } from '@portico/contracts/events/integration-event';
import { epochOf, offsetOf, type Positions } from '@portico/contracts/events/position';
import type { Admin } from '@portico/kafka';
import { Unavailable } from '@portico/service';
import type { Start } from '../logs/log-readers.ts';
import type { Mark } from '../logs/mark.ts';
import { coveredBy, type Settled } from '../logs/settled.ts';
import { logRanges, settledPositions } from '../logs/topic-offsets.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { StoredIdentity } from '../table/stored-events.ts';
import { placesOf, readTableState, type StoredPosition } from '../table/stored-positions.ts';
import type { FeedStart } from './live-feed.ts';
import { newestIdsStatement } from './newest-ids.query.ts';

/** Of so many stored events, the last to arrive, it is known from the start that they are not new when they come again. */
const REMEMBERED = 100_000;

export type LiveStart = { feed: FeedStart; logs: ReadonlyMap<number, Start> };

/**
 * Reading begins after what the ingest has settled. What is committed is read before what is stored: so each event that it
 * covers is either rejected or among what is stored. The ends of the logs are read last: what lies beyond them is of a log
 * that is gone, and the ingest is about to say which one follows.
 * @throws when Kafka or ClickHouse cannot say, or the ingest has not seen the log that there is now.
 */
export async function findStart(admin: Admin, clickhouse: ClickHouse): Promise<LiveStart> {
  const settled = await settledPositions(admin);
  const { positions } = await readTableState(clickhouse);
  const stored = [...positions.values()];
  const ids = await clickhouse.rowsForSure(StoredIdentity, newestIdsStatement(stored, REMEMBERED));
  const logs = await logRanges(admin);
  const listed = coveredBy(placesOf(stored), settled);
  const readUpTo = new Map(listed);
  const starts = new Map<number, Start>();
  for (const [partition, { begin, end }] of logs) {
    const start = startOf(positions.get(partition), settled.get(partition));
    if (start.from > end) throw new Unavailable('the log is another one, and the ingest has not begun to read it');
    starts.set(partition, start.from < begin ? { ...start, from: begin, mark: null } : start);
    readUpTo.set(partition, Math.max(readUpTo.get(partition) ?? -1, settled.get(partition)?.place ?? -1));
  }
  return {
    feed: { listed: withoutNothing(listed), readUpTo: withoutNothing(readUpTo), ids: ids.map(identityOf) },
    logs: starts,
  };
}

/** After the last record that was stored or settled, whichever is later. */
function startOf(stored: StoredPosition | undefined, settled: Settled | undefined): Start {
  if (settled && settled.place >= (stored?.place ?? -1)) {
    const next = settled.place + 1;
    return { epoch: epochOf(next), from: offsetOf(next), mark: settled.mark };
  }
  if (!stored) return { epoch: 0, from: 0, mark: null };
  const mark: Mark = { offset: offsetOf(stored.place), publishedAt: stored.publishedAt, sum: null };
  return { epoch: epochOf(stored.place), from: mark.offset + 1, mark };
}

/** A partition of which nothing is known is absent. */
const withoutNothing = (positions: Positions): Positions => new Map([...positions].filter(([, place]) => place >= 0));
