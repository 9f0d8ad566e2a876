import { identityOf } from '@portico/contracts/events/integration-event';
import { epochOf, offsetOf, placeOf } from '@portico/contracts/events/position';
import { type Kafka, type OffsetRange, readRanges, withAdmin } from '@portico/kafka';
import type { Directory } from '../directory/directory.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { toJudgedMessage } from '../judge/judged-message.ts';
import { EVENT_TOPICS, toPartition } from '../logs/logs.ts';
import { settledPositions } from '../logs/topic-offsets.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { withinLimits } from '../table/filter/within-limits.ts';
import { storedIdentities } from '../table/stored-events.ts';
import { EventStore } from './event-store.ts';

/** Number of events that are looked up and stored together. */
const TOGETHER = 10_000;

/** Kafka offsets of a partition to read, and the epoch of its log. */
type OfLog = OffsetRange & { epoch: number };

type Reingest = {
  kafka: Kafka;
  clickhouse: ClickHouse;
  /** The integrations and their states, read from the state topics. */
  directory: Directory;
  /** The earliest arrival to read, in milliseconds since 1970. */
  from: number;
  isDryRun: boolean;
  progress: (report: Report) => void;
};

/** Numbers of records. `missing`: accepted events that are not in the table; a dry run does not store them. */
export type Report = { total: number; read: number; accepted: number; missing: number };

/**
 * Reads the events in Kafka again, and stores each event whose identity is not in the table. Reads up to the last position that the
 * ingest has committed, and may run while the ingest is running. Rejected events are not published again.
 */
export async function reingest(options: Reingest): Promise<Report> {
  const { kafka, clickhouse, directory, isDryRun } = options;
  const ranges = await rangesSince(kafka, options.from);
  const total = ranges.reduce((sum, { from, end }) => sum + end - from, 0);
  const report: Report = { total, read: 0, accepted: 0, missing: 0 };
  const store = new EventStore(clickhouse);
  const waiting = new Map<string, AcceptedEvent>();

  const settle = async (): Promise<void> => {
    const events = [...waiting.values()];
    waiting.clear();
    const stored = await storedIdentities(
      clickhouse,
      events.map(({ event }) => event),
    );
    const missing = events.filter(({ event }) => !stored.has(identityOf(event)));
    report.missing += missing.length;
    const outcome = {
      stored: () => undefined,
      found: () => undefined,
      reused: async () => undefined,
      areOutOfOrder: true,
    };
    if (!isDryRun && missing.length > 0) await store.storeNew(missing, new Map(), outcome);
    options.progress(report);
  };

  await readRanges(kafka, 'events.reingest', ranges, async (range, messages) => {
    const partition = toPartition(range);
    for (const message of messages) {
      const position = { partition, offset: placeOf(range.epoch, Number(message.offset)) };
      const { verdict } = toJudgedMessage(position, message, directory);
      report.read += 1;
      if (!verdict.ok || !withinLimits(verdict, directory).ok) continue;
      report.accepted += 1;
      const identity = identityOf(verdict.event);
      if (!waiting.has(identity)) waiting.set(identity, verdict);
    }
    if (waiting.size >= TOGETHER) await settle();
  });
  await settle();
  return report;
}

/** The ranges of offsets that the ingest has committed, from the first arrival since `since`. */
const rangesSince = (kafka: Kafka, since: number): Promise<OfLog[]> =>
  withAdmin(kafka, async (admin) => {
    const ranges: OfLog[] = [];
    const settled = await settledPositions(admin);
    for (const topic of EVENT_TOPICS) {
      for (const { partition, offset } of await admin.fetchTopicOffsetsByTimestamp(topic, since)) {
        const next = (settled.get(toPartition({ topic, partition }))?.place ?? -1) + 1;
        const from = Number(offset);
        ranges.push({ topic, partition, epoch: epochOf(next), from, end: Math.max(from, offsetOf(next)) });
      }
    }
    return ranges;
  });
