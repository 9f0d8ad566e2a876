import { Logger } from '@nestjs/common';
import { REJECTED_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { type Kafka, type KafkaMessage, type OffsetRange, readRanges, withAdmin } from '@portico/kafka';
import type { Directory } from '../directory/directory.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { columnsOf } from '../table/schema/columns.ts';
import { storeOrReject } from '../table/store-or-reject.ts';
import { ListedRejected, type StoredRejected, toRejectedId } from './rejected.query.ts';
import { toRejectedRow } from './rejected-row.ts';

/** Rows to look up per statement. */
const BATCH_ROWS = 1_000;

const RejectedPlace = ListedRejected.pick({ kafka_partition: true, kafka_offset: true, published_at: true });

type Refill = {
  kafka: Kafka;
  clickhouse: ClickHouse;
  /** Must be loaded from the state topics. */
  directory: Directory;
  /** Time of the first record to read, in milliseconds since 1970. */
  from: number;
  isDryRun: boolean;
  signal?: AbortSignal;
};

/**
 * Reads the rejected events in Kafka again, and stores events that the inbox lacks. It may run next to the service, because duplicate
 * rows merge. @returns the numbers of records read and of missing events.
 */
export async function refillInbox(options: Refill): Promise<{ read: number; missing: number }> {
  const { kafka, clickhouse, directory, from, isDryRun, signal } = options;
  const logger = new Logger('RefillInbox');
  const leaveOut = async (row: StoredRejected, error: Error): Promise<void> =>
    logger.error(
      { event: toRejectedId(row), error: error.message },
      'storing a rejected event failed, the inbox omits it',
    );
  const report = { read: 0, missing: 0 };
  const take = async (_: OffsetRange, messages: readonly KafkaMessage[]): Promise<void> => {
    report.read += messages.length;
    const rows = messages.map((message) => toRejectedRow(message, directory)).filter((row) => row !== null);
    for (let index = 0; index < rows.length; index += BATCH_ROWS) {
      const some = rows.slice(index, index + BATCH_ROWS);
      const stored = await keptAmong(clickhouse, some);
      const missing = some.filter((row) => !stored.has(toRejectedId(row)));
      report.missing += missing.length;
      if (!isDryRun) await storeOrReject(missing, (good) => clickhouse.insert('rejected_events', good), leaveOut);
    }
  };
  await readRanges(kafka, 'events.refill', await rangesSince(kafka, from), take, signal);
  return report;
}

async function keptAmong(clickhouse: ClickHouse, rows: readonly StoredRejected[]): Promise<Set<string>> {
  const places = rows.map(({ kafka_partition, kafka_offset }) => `(${kafka_partition}, ${kafka_offset})`);
  const columns = columnsOf(RejectedPlace);
  const sql = `SELECT ${columns} FROM rejected_events WHERE (kafka_partition, kafka_offset) IN (${places.join(', ')})`;
  const kept = await clickhouse.rowsForSure(RejectedPlace, { sql });
  return new Set(kept.map(toRejectedId));
}

const rangesSince = (kafka: Kafka, since: number): Promise<OffsetRange[]> =>
  withAdmin(kafka, async (admin) => {
    const ends = new Map(
      (await admin.fetchTopicOffsets(REJECTED_EVENTS_TOPIC)).map(({ partition, high }) => [partition, Number(high)]),
    );
    const starts = await admin.fetchTopicOffsetsByTimestamp(REJECTED_EVENTS_TOPIC, since);
    return starts.map(({ partition, offset }) => {
      const from = Number(offset);
      return { topic: REJECTED_EVENTS_TOPIC, partition, from, end: Math.max(from, ends.get(partition) ?? 0) };
    });
  });
