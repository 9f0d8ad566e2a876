import { CarefulReading, readCommitted, toMetadata } from './careful-reading.ts';
import type {
  Consumer,
  ConsumerOptions,
  EachBatchHandler,
  EachBatchPayload,
  Kafka,
  TopicPartitionOffset,
} from './client.ts';
import type { Place } from './records/quarantine.ts';
import { isKafkaError, isOutage, rejoinFault, untilBegun, whileRetriable } from './retriable.ts';

/** Milliseconds after which a consumer reads again which partitions its topics have: so long a new one stays unread. */
export const METADATA_MAX_AGE = 10_000;

/** After a crash Kafka waits this long before it hands the partitions to another process; the least that brokers allow. */
const SESSION_TIMEOUT = 6_000;
/**
 * Milliseconds that Kafka may wait for records before it answers that there are none; it answers at once when there are
 * some. kafkajs sends heartbeats between two fetches, so a fetch waits no longer than their interval.
 */
export const LONGEST_FETCH = SESSION_TIMEOUT / 4;
/** Of a group that several processes share. */
export const SHARED_GROUP = { sessionTimeout: SESSION_TIMEOUT, heartbeatInterval: SESSION_TIMEOUT / 4 };

export type ConsumerLoopOptions = {
  topics: string[];
  /** The group, and how it fetches. */
  consumer: ConsumerOptions;
  /** `each batch`: after each batch that was handled. `by owner`: the handler resolves offsets and its owner commits them. */
  commits: 'each batch' | 'by owner' | 'never';
  eachBatch: EachBatchHandler;
  /** Puts a record into quarantine at which two processes ended. Needs commits after each batch. */
  quarantine?: (place: Place, offset: number) => Promise<void>;
  /** Called with the partitions of each assignment, by topic; from the beginning where the group has committed nothing. */
  joined?: (assignment: Readonly<Record<string, number[]>>) => void;
  /** Called whenever a broker has answered. */
  heard?: () => void;
  /** Called instead of beginning again where kafkajs has stopped because Kafka was away. */
  lost?: (() => void) | undefined;
  /** Called when nothing more is read: with what the handler threw, or with what kafkajs stopped at. */
  failed: (error: unknown) => void;
};

/** One consumer of kafkajs, from connecting to disconnecting. A defect of its handler ends it instead of being retried. */
export class ConsumerLoop {
  readonly consumer: Consumer;
  private readonly options: ConsumerLoopOptions;
  private isStopped = false;
  /** Between two groups kafkajs throws at whatever concerns partitions. */
  private isInGroup = false;
  private readonly careful = new CarefulReading();
  private assignment: Readonly<Record<string, number[]>> = {};
  private begun: Promise<void> | null = null;
  private readonly kafka: Kafka;

  constructor(kafka: Kafka, options: ConsumerLoopOptions) {
    this.kafka = kafka;
    this.options = options;
    this.consumer = kafka.consumer({
      metadataMaxAge: METADATA_MAX_AGE,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: LONGEST_FETCH,
      ...options.consumer,
    });
    const { GROUP_JOIN, FETCH, CRASH, STOP } = this.consumer.events;
    this.consumer.on(STOP, () => (this.isInGroup = false));
    this.consumer.on(GROUP_JOIN, ({ payload }) => {
      this.isInGroup = true;
      this.assignment = payload.memberAssignment;
      this.begun = null;
      options.joined?.(payload.memberAssignment);
    });
    this.consumer.on(FETCH, () => options.heard?.());
    this.consumer.on(CRASH, ({ payload }) => {
      if (payload.restart) return;
      if (!isOutage(payload.error)) options.failed(payload.error);
      else if (options.lost) options.lost();
      else void this.comeBack();
    });
  }

  /**
   * Resolves when reading has begun. Waits some seconds for a topic that was created just now.
   * @throws when Kafka is unavailable; it can be called again then.
   */
  async begin(): Promise<void> {
    try {
      await this.consumer.connect();
      await this.run();
    } catch (error) {
      await this.consumer.disconnect();
      throw error;
    }
  }

  private async run(): Promise<void> {
    const { topics, commits } = this.options;
    await whileRetriable(() => this.consumer.subscribe({ topics, fromBeginning: true }));
    await this.consumer.run({
      autoCommit: commits === 'each batch',
      eachBatchAutoResolve: commits !== 'by owner',
      eachBatch: this.handle,
    });
  }

  /** The offset that is read next. Like the next two it does nothing between two groups: `joined` is called after that. */
  seek(to: TopicPartitionOffset): void {
    if (this.isInGroup) this.consumer.seek(to);
  }

  pause(topics: readonly string[]): void {
    if (this.isInGroup) this.consumer.pause(topics.map((topic) => ({ topic })));
  }

  resume(topics: readonly string[]): void {
    if (this.isInGroup) this.consumer.resume(topics.map((topic) => ({ topic })));
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.consumer.disconnect();
  }

  private async comeBack(): Promise<void> {
    await untilBegun(
      () => this.begin(),
      () => this.isStopped,
    ).catch(this.options.failed);
    if (this.isStopped) await this.consumer.disconnect();
  }

  /** kafkajs would retry the batch for ever: what is no failure of Kafka is a defect. */
  private readonly handle: EachBatchHandler = async (payload) => {
    try {
      if (this.options.quarantine)
        await (this.begun ??= this.beginCarefully().catch((error: unknown) => this.beginLater(error)));
      await (this.careful.isCareful ? this.tryCarefully(payload) : this.options.eachBatch(payload));
    } catch (error) {
      if (isKafkaError(error)) throw rejoinFault(error);
      this.options.failed(error);
      throw error;
    }
  };

  /** Notes that this process has begun, and looks whether the one before ended at a record. */
  private async beginCarefully(): Promise<void> {
    const { assignment } = this;
    const { topics, consumer, quarantine } = this.options;
    const committed = await readCommitted(this.kafka, consumer.groupId, topics);
    const own = committed.filter(({ topic, partition }) => assignment[topic]?.includes(partition));
    for (const poison of this.careful.begin(own)) await quarantine?.(poison, poison.offset);
    const notes = own.map(({ topic, partition, offset, begin }) => {
      const from = offset < 0 ? begin : offset;
      return { topic, partition, offset: String(from), metadata: toMetadata({ from, records: 0, deaths: 0 }) };
    });
    if (notes.length > 0) await this.consumer.commitOffsets(notes);
  }

  /** Kafka hands out the batch again. */
  private beginLater(error: unknown): never {
    this.begun = null;
    throw error;
  }

  private async tryCarefully(payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat } = payload;
    const { topic, partition } = batch;
    for (const { note, some } of this.careful.lots(batch, batch.messages)) {
      const offset = some[0]?.offset;
      if (offset === undefined) continue;
      if (note) await this.consumer.commitOffsets([{ topic, partition, offset, metadata: toMetadata(note) }]);
      await this.options.eachBatch({ ...payload, batch: Object.create(batch, { messages: { value: some } }) });
      resolveOffset(some.at(-1)?.offset ?? offset);
      await heartbeat();
    }
  }
}
