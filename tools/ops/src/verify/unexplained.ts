import type { Kafka, KafkaMessage } from '@portico/kafka/client';
import { z } from 'zod';
import { select } from './clickhouse.ts';
import type { Partition } from './partition.ts';
import { type Range, readRecords } from './read-records.ts';

/** Records of a partition that are looked at one by one, the last ones. */
const MOST_RECORDS = 10_000;
/** Ids in one statement. */
const IDS = 1_000;

const Identified = z.object({ id: z.string() });

/** Records that were committed after the last one stored, and are neither stored nor in the inbox of rejected events. */
export async function unexplained(
  kafka: Kafka,
  clickhouse: string,
  partitions: readonly Partition[],
): Promise<string[]> {
  const ranges = partitions.map(({ topic, partition, number, begin, end, committed, stored }) => {
    const to = Math.min(committed?.offset ?? 0, end);
    const last = stored && stored.epoch === committed?.epoch ? stored.offset : -1;
    return { topic, partition, number, from: Math.max(begin, last + 1, to - MOST_RECORDS), to };
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
    left.map(({ message }) => idOf(message)),
  );
  const lost = left.filter(({ message }) => !known.has(idOf(message)));
  return [...Map.groupBy(lost, ({ partition }) => partition)].map(([partition, of]) => {
    const offsets = of.map(({ message }) => message.offset);
    return `${topic}/${partition}: ${of.length} committed and neither stored nor rejected, offsets ${offsets.at(0)} to ${offsets.at(-1)}`;
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
