import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Directory } from '../directory/directory.ts';
import { mayChange } from '../judge/accept.ts';
import { type JudgedMessage, GRACE, judge, type RejectedMessage, type StorableEvent } from '../judge/judged-message.ts';
import type { Batch } from './batch.ts';
import { EventStore } from './event-store.ts';
import { IngestMetrics } from './ingest-metrics.ts';
import { RejectedEvents } from './rejected-events.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { storeOrReject } from '../table/store-or-reject.ts';

/** How many events of a batch went where. */
export type Settled = { stored: number; rejected: number; duplicates: number };

/**
 * Settles a batch. The order of its steps is what makes a crash harmless, whenever it comes:
 * 1. What is rejected goes to the rejected topic. After a crash it may go there again, with the same position.
 * 2. What is accepted is stored, in arrival order, without the ids that are stored already.
 * 3. The caller commits the offsets.
 * After a crash before 2 everything is read again; after a crash before 3 the stored offsets say where to continue, and
 * as the rejected ones before them went first, none of them is forgotten.
 */
@Injectable()
export class Sink {
  private readonly logger = new Logger(Sink.name);

  constructor(
    private readonly events: EventStore,
    private readonly directory: Directory,
    private readonly rejected: RejectedEvents,
    private readonly metrics: IngestMetrics,
  ) {}

  /**
   * Waits for ClickHouse and Kafka as long as it takes.
   * @throws the signal's reason when it is aborted, and a defect, after which nothing may be committed.
   */
  async settle(batch: Batch, epochs: ReadonlyMap<number, number>, signal: AbortSignal): Promise<Settled> {
    const { accepted, rejected } = await this.decide(batch.messages, signal);
    await this.reject(rejected, signal);
    const settled = { stored: 0, rejected: rejected.length, duplicates: 0 };
    const stored = (rows: number): void => {
      settled.stored += rows;
      this.metrics.stored(rows);
    };
    const store = (rows: readonly StorableEvent[]): Promise<void> =>
      untilItWorks('storing events', () => this.events.storeNew(rows, epochs, stored), signal);
    await storeOrReject(firstOfEachId(accepted), store, async (row, { message }) => {
      const { partition, offset } = row.position;
      this.logger.error({ partition, offset, error: message }, 'event rejected, ClickHouse does not accept its row');
      settled.rejected += 1;
      await this.reject([rejectedByStore(row)], signal);
    });
    const duplicates = batch.messages.length - settled.stored - settled.rejected;
    this.metrics.duplicates(duplicates);
    return { ...settled, duplicates };
  }

  /** An integration made a moment ago may not be known yet: what could change is decided once more after a pause. */
  private async decide(
    messages: readonly JudgedMessage[],
    signal: AbortSignal,
  ): Promise<{ accepted: StorableEvent[]; rejected: RejectedMessage[] }> {
    const isDoubtful = messages.some(({ verdict }) => mayChange(verdict));
    if (isDoubtful) await sleep(GRACE, undefined, { signal });
    const accepted: StorableEvent[] = [];
    const rejected: RejectedMessage[] = [];
    for (const judged of messages) {
      const verdict = mayChange(judged.verdict) ? judge(judged, this.directory) : judged.verdict;
      if (verdict.ok) accepted.push({ ...judged, event: verdict.event, details: verdict.details });
      else rejected.push({ ...judged, rejection: verdict.rejection });
    }
    return { accepted, rejected };
  }

  private async reject(rejected: readonly RejectedMessage[], signal: AbortSignal): Promise<void> {
    if (rejected.length === 0) return;
    await untilItWorks('telling of rejected events', () => this.rejected.publish(rejected), signal);
    for (const { rejection } of rejected) this.metrics.rejected(rejection.code);
  }
}

/** Of events with the same id the first is kept. */
function firstOfEachId(events: readonly StorableEvent[]): StorableEvent[] {
  const seen = new Set<string>();
  return events.filter(({ event }) => seen.size < seen.add(event.id).size);
}

/** In our words: ClickHouse's own name tables and files of the server, and stand in the log. */
const rejectedByStore = (event: StorableEvent): RejectedMessage => ({
  ...event,
  rejection: { code: 'invalid_field', reason: 'the event has a value that cannot be stored', pointer: '' },
});
