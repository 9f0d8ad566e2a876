import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Admin } from '@portico/kafka';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { logEnds } from '../table/lag/topic-offsets.ts';
import { StoredPosition, storedPositionsStatement } from '../table/stored-positions.ts';
import { parseEpoch, type Resume, resumeAfter } from './resume.ts';

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
