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

/** Milliseconds after which a consumer refreshes the partitions of its topics. A new partition stays unread for up to 10 seconds. */
export const METADATA_MAX_AGE = 10_000;

/**
 * Milliseconds that Kafka waits after a process crashed, before it assigns the partitions to another process. By default, brokers
 * reject a lower value.
 */
const SESSION_TIMEOUT = 6_000;
/**
 * Longest time in milliseconds that Kafka waits for records before it returns an empty fetch. kafkajs sends heartbeats between
 * fetches, so a fetch must not take longer than the heartbeat interval.
 */
export const MAX_FETCH_WAIT = SESSION_TIMEOUT / 4;
/** For a group that several processes share. */
export const SHARED_GROUP = { sessionTimeout: SESSION_TIMEOUT, heartbeatInterval: SESSION_TIMEOUT / 4 };

type ConsumerLoopOptions = {
  topics: string[];
  consumer: ConsumerOptions;
  /** `each batch`: commit after each handled batch. `by owner`: the handler resolves offsets and the owner commits them. */
  commits: 'each batch' | 'by owner' | 'never';
  eachBatch: EachBatchHandler;
  /** Quarantines a record that crashed two processes. Requires commits after each batch. */
  quarantine?: (place: Place, offset: number) => Promise<void>;
  /** Called with the partitions of each assignment, by topic. Reading starts at the beginning if the group has committed nothing. */
  joined?: (assignment: Readonly<Record<string, number[]>>) => void;
  /** Called for every fetch response of a broker. */
  heard?: () => void;
  /** Called when kafkajs stopped because Kafka was unavailable. Without this handler, the loop restarts by itself. */
  lost?: (() => void) | undefined;
  /** Called when reading has ended, with the handler's error or the error that stopped kafkajs. */
  failed: (error: unknown) => void;
};

/** One kafkajs consumer, from connecting to disconnecting. An unexpected error of the handler ends the loop without a retry. */
export class ConsumerLoop {
  readonly consumer: Consumer;
  private readonly options: ConsumerLoopOptions;
  private isStopped = false;
  /** Whether the consumer is in its group. Outside a group, kafkajs throws an error on `seek`, `pause` and `resume`. */
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
      maxWaitTimeInMs: MAX_FETCH_WAIT,
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
   * Resolves when reading has begun. Waits some seconds for a topic that was just created.
   * @throws when Kafka is unavailable. The caller may then call `begin` again.
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

  /**
   * Sets the offset that is read next. Outside a group, `seek`, `pause` and `resume` have no effect: the owner can call them again
   * in `joined`.
   */
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

  /** Handles one batch. An error that does not come from Kafka ends the loop, because kafkajs would retry the batch forever. */
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

  /** Quarantines records that crashed two processes. Commits a note, from which the next process learns that this process began to read. */
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

  /** Throws the error, so that kafkajs delivers the batch again and `handle` repeats `beginCarefully`. */
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
