import type { Kafka, KafkaMessage } from '@portico/kafka/client';
import { z } from 'zod';
import { select } from './clickhouse.ts';
import type { Partition } from './partition.ts';
import { readAlone } from '@portico/kafka/read-alone';

/** A range of offsets; `to` is exclusive. */
type Range = { partition: number; from: number; to: number };

async function readRecords(
  kafka: Kafka,
  topic: string,
  ranges: readonly Range[],
): Promise<{ partition: number; message: KafkaMessage }[]> {
  const records: { partition: number; message: KafkaMessage }[] = [];
  const open = new Map(ranges.filter(({ from, to }) => from < to).map((range) => [range.partition, range]));
  if (open.size === 0) return records;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const reading = await readAlone(kafka, {
    purpose: 'events.operations',
    topics: [topic],
    joined: (consumer) => {
      for (const { partition, from } of open.values()) consumer.seek({ topic, partition, offset: String(from) });
    },
    eachBatch: async ({ batch: { partition, messages } }) => {
      const range = open.get(partition);
      if (!range) return;
      for (const message of messages)
        if (Number(message.offset) >= range.from && Number(message.offset) < range.to)
          records.push({ partition, message });
      const last = Number(messages.at(-1)?.offset ?? -1);
      open.set(partition, { ...range, from: Math.max(range.from, last + 1) });
      if (last + 1 >= range.to) open.delete(partition);
      if (open.size === 0) resolve();
    },
  });
  const ended = reading.ended.then((reason) => {
    throw reason;
  });
  try {
    await Promise.race([done, ended]);
    return records;
  } finally {
    ended.catch(() => undefined);
    await reading.stop();
  }
}

/** Maximum records per partition that are checked one by one: the last records of the partition. */
const MAX_RECORDS = 10_000;
const MAX_IDS = 1_000;

const Published = z.object({
  id: z.optional(z.string()),
  source_id: z.optional(z.number()),
  data: z.optional(z.unknown()),
});

/** Lists records after the last stored record that are committed, but neither stored nor in the inbox of rejected events. */
export async function unexplained(
  kafka: Kafka,
  clickhouse: string,
  partitions: readonly Partition[],
): Promise<string[]> {
  const ranges = partitions.map(({ topic, partition, number, begin, end, committed, stored }) => {
    const to = Math.min(committed?.offset ?? 0, end);
    const last = stored && stored.epoch === committed?.epoch ? stored.offset : -1;
    return { topic, partition, number, from: Math.max(begin, last + 1, to - MAX_RECORDS), to };
  });
  const faults: string[] = [];
  for (const [topic, ofTopic] of Map.groupBy(ranges, (range) => range.topic))
    faults.push(...(await unexplainedIn(kafka, clickhouse, topic, ofTopic)));
  return faults;
}

async function unexplainedIn(
  kafka: Kafka,
  clickhouse: string,
  topic: string,
  ranges: readonly (Range & { number: number })[],
): Promise<string[]> {
  const records = await readRecords(kafka, topic, ranges);
  if (records.length === 0) return [];
  const inInbox = await rejectedAmong(clickhouse, ranges);
  const numbers = new Map(ranges.map(({ partition, number }) => [partition, number]));
  const left = records.filter(
    ({ partition, message }) => !inInbox.has(`${numbers.get(partition)}/${Number(message.offset)}`),
  );
  const known = await storedAmong(
    clickhouse,
    left.map(({ message }) => identityIn(message)),
  );
  const lost = left.filter(({ message }) => !known.has(keyOf(identityIn(message))));
  return [...Map.groupBy(lost, ({ partition }) => partition)].map(([partition, ofPartition]) => {
    const offsets = ofPartition.map(({ message }) => message.offset);
    return `${topic}/${partition}: ${offsets.length} committed and neither stored nor rejected, offsets ${offsets.at(0)} to ${offsets.at(-1)}`;
  });
}

async function rejectedAmong(
  clickhouse: string,
  ranges: readonly (Range & { number: number })[],
): Promise<Set<string>> {
  const wanted = ranges
    .filter(({ from, to }) => from < to)
    .map(
      ({ number, from, to }) => `(kafka_partition = ${number} AND kafka_offset >= ${from} AND kafka_offset < ${to})`,
    );
  const rows = await select<{ partition: number; offset: number }>(
    clickhouse,
    `SELECT kafka_partition AS partition, kafka_offset AS offset FROM rejected_events WHERE ${wanted.join(' OR ')}`,
  );
  return new Set(rows.map(({ partition, offset }) => `${partition}/${offset}`));
}

async function storedAmong(clickhouse: string, identities: readonly Identity[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let index = 0; index < identities.length; index += MAX_IDS) {
    const pairs = identities
      .slice(index, index + MAX_IDS)
      .map(({ source_id, id }) => `(${source_id}, unhex('${Buffer.from(id).toString('hex')}'))`);
    const rows = await select<Identity>(
      clickhouse,
      `SELECT DISTINCT source_id, id FROM integration_events WHERE (source_id, id) IN (${pairs.join(', ')})`,
    );
    for (const row of rows) known.add(keyOf(row));
  }
  return known;
}

type Identity = { source_id: number; id: string };
const keyOf = ({ source_id, id }: Identity): string => `${source_id}/${id}`;
/** Identity of a record without a readable identity. No event has it. */
const NO_EVENT: Identity = { source_id: 0, id: '' };

/** The identity of an event in Portico's format or a CloudEvent. Like the ingest, it prefers the event's id to the envelope's id. */
function identityIn({ value, headers }: KafkaMessage): Identity {
  try {
    const published = Published.parse(JSON.parse(value?.toString() ?? ''));
    const event = published.data === undefined ? published : Published.parse(published.data);
    const id = event.id ?? published.id ?? headers?.['ce_id']?.toString();
    return event.source_id === undefined || id === undefined ? NO_EVENT : { source_id: event.source_id, id };
  } catch {
    return NO_EVENT;
  }
}
