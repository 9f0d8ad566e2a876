import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Admin } from '@portico/kafka';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { StoredPosition, storedPositionsStatement } from '../stored-positions.ts';
import type { LogRange } from './lag-marks.ts';
import { parseEpoch, type Resume, resumeAfter } from '../../ingest/resume.ts';

/** The consumer group that stores. */
export const INGEST_GROUP = 'events.ingest';

/** What each partition holds now. */
export async function logRanges(admin: Admin): Promise<ReadonlyMap<number, LogRange>> {
  const offsets = await admin.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC);
  return new Map(offsets.map(({ partition, low, high }) => [partition, { begin: Number(low), end: Number(high) }]));
}

/** Offset that the next record of each partition will get. */
export async function logEnds(admin: Admin): Promise<ReadonlyMap<number, number>> {
  const offsets = await admin.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC);
  return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
}

/** The last offset of each partition that `groupId` has settled. Absent: none. */
export async function settledOffsets(admin: Admin, groupId: string): Promise<ReadonlyMap<number, number>> {
  const groups = await admin.fetchOffsets({ groupId, topics: [INTEGRATION_EVENTS_TOPIC] });
  const committed = groups.flatMap(({ partitions }) => partitions);
  return new Map(
    committed.map(({ partition, offset }) => [partition, Number(offset) - 1] as const).filter(([, last]) => last >= 0),
  );
}

/** Where to continue in each of `partitions`. @throws when Kafka or ClickHouse cannot say. */
export async function resumeEach(
  partitions: readonly number[],
  groupId: string,
  admin: Admin,
  clickhouse: ClickHouse,
): Promise<Map<number, Resume>> {
  const [groups, positions] = await Promise.all([
    admin.fetchOffsets({ groupId, topics: [INTEGRATION_EVENTS_TOPIC] }),
    clickhouse.rows(StoredPosition, storedPositionsStatement),
  ]);
  // Read last: what another process stores in between is then no offset beyond the log's end.
  const ends = await logEnds(admin);
  const stored = new Map(positions.map((position) => [position.partition, position]));
  const committed = new Map(
    groups.flatMap((group) => group.partitions).map(({ partition, metadata }) => [partition, metadata]),
  );
  return new Map(
    partitions.map((partition) => [
      partition,
      resumeAfter({
        stored: stored.get(partition),
        committedEpoch: parseEpoch(committed.get(partition)),
        logEnd: ends.get(partition) ?? 0,
      }),
    ]),
  );
}
