import { setTimeout as sleep } from 'node:timers/promises';
import { DOORS_TOPIC, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { withAdmin } from '@portico/kafka/admin';
import { Kafka, logLevel } from '@portico/kafka/client';
import { connectionFrom } from '@portico/kafka/connection';
import { UsageError } from '../command.ts';
import { select } from './clickhouse.ts';
import type { Outcome } from './outcome.ts';
import type { Partition, Place } from './partition.ts';
import { unexplained } from './unexplained.ts';

const INGEST_GROUP = 'events.ingest';
/** Maximum checks. Seconds may pass between an insert, the commit of its offsets, and the entries in the inbox of rejected events. */
const MAX_ATTEMPTS = 8;
const PAUSE_MS = 1_000;

/** Topics of events. `first`: the number in the table for the topic's partition 0. */
const TOPICS = [
  { topic: INTEGRATION_EVENTS_TOPIC, first: 0 },
  { topic: DOORS_TOPIC, first: FIRST_DOOR_PARTITION },
];

/** Checks that stored and committed positions agree, and that each committed record is stored or in the inbox of rejected events. */
export async function verifyPositions(environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const clickhouse = environment['CLICKHOUSE_URL'] ?? '';
  if (!URL.canParse(clickhouse)) throw new UsageError('CLICKHOUSE_URL is not set, and no stack is running here');
  const kafka = new Kafka({ ...connectionFrom(environment), clientId: 'portico-ops', logLevel: logLevel.NOTHING });
  let faults: string[] = [];
  let partitions: Partition[] = [];
  for (let look = 1; look <= MAX_ATTEMPTS; look += 1) {
    if (look > 1) await sleep(PAUSE_MS);
    partitions = await readPartitions(kafka, clickhouse);
    faults = [...partitions.flatMap(faultsOf), ...(await unexplained(kafka, clickhouse, partitions))];
    if (faults.length === 0) break;
  }
  return { faults, agreed: `positions of ${partitions.length} partitions` };
}

/**
 * Reads committed and stored positions. Reads the commits first: the ingest stores rows before it commits them, so these rows are stored.
 */
async function readPartitions(kafka: Kafka, clickhouse: string): Promise<Partition[]> {
  const found = await withAdmin(kafka, async (admin) => {
    const groups = await admin.fetchOffsets({ groupId: INGEST_GROUP, topics: TOPICS.map(({ topic }) => topic) });
    const ranges = await Promise.all(
      TOPICS.map(async ({ topic, first }) =>
        (await admin.fetchTopicOffsets(topic)).map((range) => ({ topic, first, range })),
      ),
    );
    return ranges.flat().map(({ topic, first, range: { partition, low, high } }) => {
      const ofTopic = groups.find((group) => group.topic === topic)?.partitions ?? [];
      const commit = ofTopic.find((one) => one.partition === partition);
      const committed = commit && Number(commit.offset) >= 0 ? placeOf(commit) : null;
      return { topic, partition, number: first + partition, begin: Number(low), end: Number(high), committed };
    });
  });
  const rows = await select<{ partition: number; epoch: number; offset: number }>(
    clickhouse,
    `SELECT kafka_partition AS partition, (max((log_epoch, kafka_offset)) AS last).1 AS epoch, last.2 AS offset
     FROM (SELECT kafka_partition, log_epoch, kafka_offset FROM integration_events
           UNION ALL SELECT kafka_partition, log_epoch, kafka_offset FROM erased_places) GROUP BY kafka_partition`,
  );
  const stored = new Map(rows.map(({ partition, ...place }) => [partition, place]));
  return found.map((one) => ({ ...one, stored: stored.get(one.number) ?? null }));
}

const placeOf = ({ offset, metadata }: { offset: string; metadata: string | null }): Place => ({
  epoch: Number(/(?:^|;)epoch=(\d+)/.exec(metadata ?? '')?.[1] ?? 0),
  offset: Number(offset),
});

function faultsOf({ topic, partition, end, committed, stored }: Partition): string[] {
  const subject = `${topic}/${partition}`;
  const faults: string[] = [];
  if (committed && committed.offset > end)
    faults.push(`${subject}: committed ${committed.offset}, and the log ends at ${end}: it is another log`);
  if (!stored || stored.epoch < (committed?.epoch ?? 0)) return faults;
  if (stored.offset >= end && stored.epoch === (committed?.epoch ?? 0))
    faults.push(`${subject}: stored up to ${stored.offset}, and the log ends at ${end}: it is another log`);
  else if (!committed || stored.epoch > committed.epoch || committed.offset <= stored.offset)
    faults.push(`${subject}: stored up to ${stored.offset}, and committed only ${committed?.offset ?? 'nothing'}`);
  return faults;
}
