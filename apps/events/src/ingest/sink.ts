import { Injectable, Logger } from '@nestjs/common';
import type { RejectionCode } from '@portico/contracts/events/integration-event';
import type { Position, Positions } from '@portico/contracts/events/position';
import { Directory } from '../directory/directory.ts';
import { DirectoryFollower } from '../directory/directory.module.ts';
import { mayChange } from '../judge/accept.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { type JudgedMessage, judge, type RejectedMessage } from '../judge/judged-message.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { withinLimits } from '../table/filter/within-limits.ts';
import { storeOrReject } from '../table/store-or-reject.ts';
import { ActivityPublisher } from './activity.ts';
import { EventStore } from './event-store.ts';
import { IngestMetrics } from './ingest-metrics.ts';
import { RejectedEvents } from './rejected-events.ts';

/** Numbers of events by outcome. `places`: the position of the last stored event of each partition that this process reads. */
type Settled = { stored: number; rejected: number; duplicates: number; places: Positions };

/**
 * Stores or rejects the messages of a batch. The order of steps makes a crash at any time harmless. 1. Rejected messages go to the
 * rejected topic. After a crash they may go there again, with the same position. 2. Accepted events are stored in order of arrival,
 * unless they are already stored. An event that reuses the identity of another event first goes to the rejected topic. 3. The times of
 * the newest events of each kind ("marks") go to the activity topic. 4. The caller commits the offsets. After a crash before step 2, the
 * whole batch is read again. After a crash before step 4, reading continues after the stored positions. No rejection is lost, because
 * later events are stored after the rejection is published. Missing marks are read from the table before the next commit.
 */
@Injectable()
export class Sink {
  private readonly logger = new Logger(Sink.name);

  constructor(
    private readonly events: EventStore,
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
    private readonly rejected: RejectedEvents,
    private readonly activity: ActivityPublisher,
    private readonly metrics: IngestMetrics,
  ) {}

  /**
   * Waits for ClickHouse and Kafka as long as necessary.
   * @param own the position of the last stored event of each partition that this process reads; -1 without stored events.
   * @throws the signal's reason if the signal is aborted, HistoryWentBack, or a defect. The caller must not commit then.
   */
  async settle(messages: readonly JudgedMessage[], own: Positions, signal: AbortSignal): Promise<Settled> {
    const { accepted, rejected } = await this.decide(messages, signal);
    const { first, repeats, reused } = await untilItWorks(
      'checking for duplicate events',
      () => this.events.identities(accepted),
      signal,
    );
    const messageOf = finderOf(messages);
    const reported = new Set<AcceptedEvent>();
    const settled = { stored: 0, rejected: 0, duplicates: 0, places: own };
    const arrivals: AcceptedEvent[] = [];
    const reject = async (some: readonly RejectedMessage[]): Promise<void> => {
      settled.rejected += some.length;
      await this.reject(some, signal);
    };
    const rejectReused = async (events: readonly AcceptedEvent[]): Promise<void> => {
      const all = events.flatMap((event) => [event, ...(repeats.get(event) ?? [])]);
      const unreported = all.filter((event) => !reported.has(event));
      for (const event of unreported) reported.add(event);
      await reject(unreported.map((event) => asReused(messageOf(event), event)));
    };
    const stored = (rows: readonly AcceptedEvent[]): void => {
      settled.stored += rows.length;
      for (const row of rows) arrivals.push(row);
      this.metrics.stored(rows.length);
    };
    const found = (rows: readonly AcceptedEvent[]): void => {
      for (const row of rows) arrivals.push(row);
    };
    await reject(rejected);
    await rejectReused(reused);
    const outcome = { stored, found, reused: rejectReused };
    const store = async (rows: readonly AcceptedEvent[]): Promise<void> => {
      const storing = (): Promise<Positions> => this.events.storeNew(rows, settled.places, outcome);
      settled.places = await untilItWorks('storing events', storing, signal);
    };
    await storeOrReject(first, store, async (row, { message }) => {
      this.logger.error({ ...row.position, error: message }, 'event rejected, ClickHouse refused its row');
      await reject([asRejected(messageOf(row), 'invalid_field', 'the event has a value that cannot be stored')]);
    });
    await this.activity.publish(arrivals, signal);
    settled.duplicates = messages.length - settled.stored - settled.rejected;
    this.metrics.duplicates(settled.duplicates);
    return settled;
  }

  /** Validates messages again if their verdict may change, because this process may not have known a new integration. */
  private async decide(
    messages: readonly JudgedMessage[],
    signal: AbortSignal,
  ): Promise<{ accepted: AcceptedEvent[]; rejected: RejectedMessage[] }> {
    if (messages.some(({ verdict }) => mayChange(verdict))) await this.follower.catchUp(signal);
    const accepted: AcceptedEvent[] = [];
    const rejected: RejectedMessage[] = [];
    for (const judged of messages) {
      const known = mayChange(judged.verdict) ? judge(judged, this.directory) : judged.verdict;
      const verdict = known.ok ? withinLimits(known, this.directory) : known;
      if (verdict.ok) accepted.push(verdict);
      else rejected.push({ ...judged, rejection: verdict.rejection });
    }
    return { accepted, rejected };
  }

  private async reject(rejected: readonly RejectedMessage[], signal: AbortSignal): Promise<void> {
    if (rejected.length === 0) return;
    await untilItWorks('publishing rejected events', () => this.rejected.publish(rejected), signal);
    for (const { rejection } of rejected) this.metrics.rejected(rejection.code);
  }
}

/** Rejects a message with a reason in Portico's words. ClickHouse's message is only logged, because it names tables and files. */
const asRejected = (message: JudgedMessage, code: RejectionCode, reason: string, pointer = ''): RejectedMessage => ({
  ...message,
  rejection: { code, reason, pointer },
});

const asReused = (message: JudgedMessage, { event: { id, source_id } }: AcceptedEvent): RejectedMessage =>
  asRejected(message, 'id_reused', `integration ${source_id} has published other content with the id ${id}`, '/id');

/** Returns a function that finds an event's message. Its first call builds the index. */
function finderOf(messages: readonly JudgedMessage[]): (event: AcceptedEvent) => JudgedMessage {
  let byPosition: Map<Position, JudgedMessage> | null = null;
  return ({ position }) => {
    byPosition ??= new Map(messages.map((message) => [message.position, message]));
    const message = byPosition.get(position);
    if (!message) throw new Error(`no message of this batch is at ${position.partition}:${position.offset}`);
    return message;
  };
}
