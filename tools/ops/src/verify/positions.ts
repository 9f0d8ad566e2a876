import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { withAdmin } from '@portico/kafka/admin';
import { Kafka, type KafkaMessage, logLevel } from '@portico/kafka/client';
import { registerCodecs } from '@portico/kafka/codecs';
import { connectionFrom } from '@portico/kafka/connection';
import { z } from 'zod';
import { UsageError } from '../command.ts';
import { select } from './clickhouse.ts';
import type { Outcome } from './outcome.ts';
import { type Range, readRecords } from './read-records.ts';

/** The consumer group that stores. */
const INGEST_GROUP = 'events.ingest';
/** Records of a partition that are looked at one by one, the last ones. */
const MOST_RECORDS = 10_000;
/** An insert, its commit and the inbox are some seconds apart. */
const LOOKS = 8;
const PAUSE = 1_000;

type Partition = { partition: number; begin: number; end: number; committed: number; stored: number };

/** What is stored and what the ingest has committed agree, and what it committed without storing has a reason. */
export async function verifyPositions(environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const clickhouse = environment['CLICKHOUSE_URL'] ?? '';
  if (!URL.canParse(clickhouse)) throw new UsageError('CLICKHOUSE_URL is not set, and no stack is running here');
  registerCodecs();
  const kafka = new Kafka({ ...connectionFrom(environment), clientId: 'portico-ops', logLevel: logLevel.NOTHING });
  let faults: string[] = [];
  let partitions: Partition[] = [];
  for (let look = 1; look <= LOOKS; look += 1) {
    if (look > 1) await sleep(PAUSE);
    partitions = await readPartitions(kafka, clickhouse);
    faults = [...partitions.flatMap(faultsOf), ...(await unexplained(kafka, clickhouse, partitions))];
    if (faults.length === 0) break;
  }
  return { faults, agreed: `positions of ${partitions.length} partitions` };
}

async function readPartitions(kafka: Kafka, clickhouse: string): Promise<Partition[]> {
  // Commits come first: what they cover is stored before them.
  const [offsets, groups] = await withAdmin(kafka, async (admin) => {
    const committed = await admin.fetchOffsets({ groupId: INGEST_GROUP, topics: [INTEGRATION_EVENTS_TOPIC] });
    return [await admin.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC), committed] as const;
  });
  const rows = await select<{ partition: number; offset: number }>(
    clickhouse,
    `SELECT kafka_partition AS partition, max((log_epoch, kafka_offset)).2 AS offset
     FROM integration_events GROUP BY kafka_partition`,
  );
  const stored = new Map(rows.map(({ partition, offset }) => [partition, offset]));
  const committed = new Map(
    groups.flatMap(({ partitions }) => partitions).map(({ partition, offset }) => [partition, Number(offset)]),
  );
  return offsets.map(({ partition, low, high }) => ({
    partition,
    begin: Number(low),
    end: Number(high),
    committed: Math.max(0, committed.get(partition) ?? 0),
    stored: stored.get(partition) ?? -1,
  }));
}

const faultsOf = ({ partition, end, committed, stored }: Partition): string[] => {
  const subject = `${INTEGRATION_EVENTS_TOPIC}/${partition}`;
  return [
    ...(stored >= end ? [`${subject}: stored up to ${stored}, and the log ends at ${end}: it is another log`] : []),
    ...(committed > end ? [`${subject}: committed ${committed}, and the log ends at ${end}: it is another log`] : []),
    ...(stored < end && committed <= stored
      ? [`${subject}: stored up to ${stored}, and committed only ${committed}`]
      : []),
  ];
};

/** Records that were committed and are neither stored nor in the inbox of rejected events. */
async function unexplained(kafka: Kafka, clickhouse: string, partitions: readonly Partition[]): Promise<string[]> {
  const ranges = partitions.map(({ partition, begin, end, committed, stored }): Range => {
    const to = Math.min(committed, end);
    return { partition, from: Math.max(begin, stored + 1, to - MOST_RECORDS), to };
  });
  const records = await readRecords(kafka, INTEGRATION_EVENTS_TOPIC, ranges);
  if (records.length === 0) return [];
  const wanted = ranges.map(
    ({ partition, from, to }) =>
      `(kafka_partition = ${partition} AND kafka_offset >= ${from} AND kafka_offset < ${to})`,
  );
  const rejected = await select<{ position: string }>(
    clickhouse,
    `SELECT concat(kafka_partition, '/', kafka_offset) AS position FROM rejected_events WHERE ${wanted.join(' OR ')}`,
  );
  const inInbox = new Set(rejected.map(({ position }) => position));
  const left = records.filter(({ partition, message }) => !inInbox.has(`${partition}/${message.offset}`));
  const known = await storedAmong(
    clickhouse,
    left.map(({ message }) => idOf(message)),
  );
  const lost = left.filter(({ message }) => !known.has(idOf(message)));
  return [...Map.groupBy(lost, ({ partition }) => partition)].map(([partition, of]) => {
    const offsets = of.map(({ message }) => message.offset);
    return `${INTEGRATION_EVENTS_TOPIC}/${partition}: ${of.length} committed and neither stored nor rejected, offsets ${offsets.at(0)} to ${offsets.at(-1)}`;
  });
}

/** Ids in one statement. */
const IDS = 1_000;

async function storedAmong(clickhouse: string, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let index = 0; index < ids.length; index += IDS) {
    const quoted = ids.slice(index, index + IDS).map((id) => `unhex('${Buffer.from(id).toString('hex')}')`);
    const rows = await select<{ id: string }>(
      clickhouse,
      `SELECT DISTINCT id FROM integration_events WHERE id IN (${quoted.join(', ')})`,
    );
    for (const { id } of rows) known.add(id);
  }
  return known;
}

const Identified = z.object({ id: z.string() });

/** Of an event in either form of CloudEvents, or of Portico's own. */
function idOf({ value, headers }: KafkaMessage): string {
  const header = headers?.['ce_id'];
  if (header !== undefined) return String(header);
  try {
    return Identified.parse(JSON.parse(value?.toString() ?? '')).id;
  } catch {
    return '';
  }
}
