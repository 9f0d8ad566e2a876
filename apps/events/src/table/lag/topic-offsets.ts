import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Admin } from '@portico/kafka';
import type { LogRange } from './lag-marks.ts';

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
