import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Directory } from '../directory/directory.ts';
import { mayChange } from '../judge/accept.ts';
import { type Arrival, GRACE, judge, type RefusedEvent, type StorableEvent } from '../judge/judged-message.ts';
import type { Batch } from './batch.ts';
import { EventStore } from './event-store.ts';
import { IngestMetrics } from './ingest-metrics.ts';
import { RejectedEvents } from './rejected-events.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { storeOrRefuse } from '../table/store-or-reject.ts';

/** How many events of a batch went where. */
export type Settled = { stored: number; refused: number; duplicates: number };

/**
 * Settles a batch. The order of its steps is what makes a crash harmless, whenever it comes:
 * 1. What is refused goes to the rejected topic. After a crash it may go there again, with the same position.
 * 2. What is accepted is stored, in arrival order, without the ids that are stored already.
 * 3. The caller commits the offsets.
 * After a crash before 2 everything is read again; after a crash before 3 the stored offsets say where to continue, and
 * as the refused ones before them went first, none of them is forgotten.
 */
@Injectable()
export class Sink {
  private readonly logger = new Logger(Sink.name);

  constructor(
    @Inject(EventStore) private readonly events: EventStore,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(RejectedEvents) private readonly rejected: RejectedEvents,
    @Inject(IngestMetrics) private readonly metrics: IngestMetrics,
  ) {}

  /**
   * Waits for ClickHouse and Kafka as long as it takes.
   * @throws the signal's reason when it is aborted, and a defect, after which nothing may be committed.
   */
  async settle(batch: Batch, epochs: ReadonlyMap<number, number>, signal: AbortSignal): Promise<Settled> {
    const { accepted, refused } = await this.decide(batch.arrivals, signal);
    await this.refuse(refused, signal);
    const settled = { stored: 0, refused: refused.length, duplicates: 0 };
    const stored = (rows: number): void => {
      settled.stored += rows;
      this.metrics.stored(rows);
    };
    const store = (rows: readonly StorableEvent[]): Promise<void> =>
      untilItWorks('storing events', () => this.events.storeNew(rows, epochs, stored), signal);
    await storeOrRefuse(firstOfEachId(accepted), store, async (row, { message }) => {
      const { partition, offset } = row.position;
      this.logger.error(`event ${partition}/${offset} rejected, ClickHouse does not take it: ${message}`);
      settled.refused += 1;
      await this.refuse([refusedByStore(row)], signal);
    });
    const duplicates = batch.arrivals.length - settled.stored - settled.refused;
    this.metrics.duplicates(duplicates);
    return { ...settled, duplicates };
  }

  /** An integration made a moment ago may not be known yet: what could change is decided once more after a pause. */
  private async decide(
    arrivals: readonly Arrival[],
    signal: AbortSignal,
  ): Promise<{ accepted: StorableEvent[]; refused: RefusedEvent[] }> {
    const isDoubtful = arrivals.some(({ verdict }) => mayChange(verdict));
    if (isDoubtful) await sleep(GRACE, undefined, { signal });
    const accepted: StorableEvent[] = [];
    const refused: RefusedEvent[] = [];
    for (const arrival of arrivals) {
      const verdict = mayChange(arrival.verdict) ? judge(arrival, this.directory) : arrival.verdict;
      if (verdict.ok) accepted.push({ ...arrival, event: verdict.event, details: verdict.details });
      else refused.push({ ...arrival, refusal: verdict.refusal });
    }
    return { accepted, refused };
  }

  private async refuse(refused: readonly RefusedEvent[], signal: AbortSignal): Promise<void> {
    if (refused.length === 0) return;
    await untilItWorks('telling of refused events', () => this.rejected.publish(refused), signal);
    for (const { refusal } of refused) this.metrics.refused(refusal.code);
  }
}

/** Of events with the same id the first is kept. */
function firstOfEachId(events: readonly StorableEvent[]): StorableEvent[] {
  const seen = new Set<string>();
  return events.filter(({ event }) => seen.size < seen.add(event.id).size);
}

/** In our words: ClickHouse's own name tables and files of the server, and stand in the log. */
const refusedByStore = (event: StorableEvent): RefusedEvent => ({
  ...event,
  refusal: { code: 'invalid_field', reason: 'the event has a value that cannot be stored', pointer: '' },
});
