import { Injectable } from '@nestjs/common';
import { ACTIVITY_TOPIC, activityKey } from '@portico/contracts/events/activity';
import { Directory } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { ActivityMarks, type Newest, toActivity } from './activity-marks.ts';
import { type CountRow, countsByKind } from './arrival-counts.ts';
import { IngestProducer } from './ingest-producer.ts';
import {
  NewestRow,
  OpenCountRow,
  openCountsStatement,
  type StoredPart,
  uncommittedActivityStatement,
} from './uncommitted-activity.query.ts';

/** Maximum bytes of records per request. A broker's default maximum is 1 MiB. */
const A_REQUEST = 700_000;

/** Publishes the times of the newest events of each kind ("marks"), at least once, before the ingest commits these events. */
@Injectable()
export class ActivityPublisher {
  private readonly marks: ActivityMarks;

  constructor(
    private readonly producer: IngestProducer,
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
  ) {
    this.marks = new ActivityMarks(directory);
  }

  /**
   * Publishes the marks that grew with these events.
   * @throws the signal's reason if the signal is aborted; the caller must not commit then.
   */
  async publish(stored: readonly AcceptedEvent[], signal: AbortSignal): Promise<void> {
    await this.send(await this.marks.grown(stored), signal);
  }

  /**
   * Publishes marks of events that were stored but not committed, and sets the counts that later events increase. Marks and counts are
   * read from the table, because reading from Kafka continues after the last stored event.
   */
  async begin(partitions: ReadonlySet<number>, stored: readonly StoredPart[], signal: AbortSignal): Promise<void> {
    const places = new Map([...partitions].map((partition) => [partition, -1]));
    for (const { partition, place } of stored) places.set(partition, place);
    const read = async (): Promise<CountRow[]> =>
      stored.length === 0 ? [] : this.clickhouse.rowsForSure(OpenCountRow, openCountsStatement(stored, this.directory));
    const counts = await untilItWorks('reading activity counts', read, signal);
    const uncommitted = stored.filter(({ place, after }) => place > after);
    if (uncommitted.length > 0) await this.publishUncommitted(uncommitted, counts, signal);
    signal.throwIfAborted();
    this.marks.begin(places, counts);
  }

  private async publishUncommitted(
    uncommitted: readonly StoredPart[],
    rows: readonly CountRow[],
    signal: AbortSignal,
  ): Promise<void> {
    const counts = countsByKind(rows);
    const statement = uncommittedActivityStatement(uncommitted, this.directory);
    const read = () => this.clickhouse.rowsForSure(NewestRow, statement);
    const newest = await untilItWorks('reading uncommitted activity', read, signal);
    const marks = newest.map((one) => ({ ...one, counts: counts.get(activityKey(one)) ?? [] }));
    await this.send(marks, signal);
  }

  private async send(marks: readonly Newest[], signal: AbortSignal): Promise<void> {
    let [bytes, messages, some]: [number, { key: string; value: string }[], Newest[]] = [0, [], []];
    const flush = async (): Promise<void> => {
      if (messages.length === 0) return;
      const request = messages;
      await untilItWorks('publishing activity', () => this.producer.send(ACTIVITY_TOPIC, request), signal);
      this.marks.note(some);
      [bytes, messages, some] = [0, [], []];
    };
    for (const one of marks) {
      const message = { key: activityKey(one), value: JSON.stringify(toActivity(one)) };
      const size = Buffer.byteLength(message.key) + Buffer.byteLength(message.value);
      if (bytes + size > A_REQUEST) await flush();
      bytes += size;
      messages.push(message);
      some.push(one);
    }
    await flush();
  }
}
