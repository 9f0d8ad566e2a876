import type { Admin } from '@portico/kafka';
import type { LogRange } from './lag-marks.ts';
import { EVENT_TOPICS, toPartition } from './logs.ts';
import { readCommit, type Settled } from './settled.ts';

export const INGEST_GROUP = 'events.ingest';

export async function logRanges(admin: Admin): Promise<ReadonlyMap<number, LogRange>> {
  const ranges = new Map<number, LogRange>();
  for (const topic of EVENT_TOPICS) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
      ranges.set(toPartition({ topic, partition }), { begin: Number(low), end: Number(high) });
  }
  return ranges;
}

/** The {@link Settled} state by partition. Partitions without a commit are absent. */
export async function settledPositions(admin: Admin): Promise<ReadonlyMap<number, Settled>> {
  const groups = await admin.fetchOffsets({ groupId: INGEST_GROUP, topics: [...EVENT_TOPICS] });
  const settled = new Map<number, Settled>();
  for (const { topic, partitions } of groups) {
    for (const { partition, offset, metadata } of partitions) {
      const read = readCommit(offset, metadata);
      if (read) settled.set(toPartition({ topic, partition }), read);
    }
  }
  return settled;
}
