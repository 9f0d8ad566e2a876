import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  DOORS_TOPIC,
  MODE_HEADER,
  OVER_QUOTA_HEADER,
  SENDER_HEADER,
  TEST_EVENTS_TOPIC,
  UNREADABLE_HEADER,
} from '@portico/contracts/events/integration-event';
import {
  ConsumerLoop,
  decodeBatch,
  type EachBatchPayload,
  KAFKA,
  type Kafka,
  type KafkaMessage,
  type Message,
  type Producer,
  sendInRequests,
  SHARED_GROUP,
  unreadableBatch,
} from '@portico/kafka';
import { crash } from '@portico/service';
import { inTurns } from '../../judge/in-turns.ts';
import { MAX_KEPT_BYTES, publishedHeaders } from '../../judge/published-headers.ts';
import { DirectoryFollower } from '../../directory/directory.module.ts';
import { Quarantine } from '../../quarantine/quarantine.ts';
import { Directory } from '../../directory/directory.ts';
import { untilItWorks } from '../../table/clickhouse/retry.ts';
import { Quotas } from '../quota/quotas.ts';
import type { OwnTopic } from './door-grants.ts';
import { stampedValue } from './stamped-value.ts';

/** The topic and partition of a batch. */
type Place = Pick<EachBatchPayload['batch'], 'topic' | 'partition'>;

/** Records stamped per turn of the event loop. */
const A_TURN = 100;
/**
 * Maximum records of an uncompressed batch that are rejected one by one when the quota is used up. A larger batch is rejected as one
 * record.
 */
const MAX_SINGLE_REJECTIONS = 100;

/**
 * Copies events from integrations' own topics to the doors' topic, which only Portico writes. Adds missing ids and the sender, who is
 * known: only one integration may write to each of these topics. After a crash, copies some events again; the ingest stores them once.
 */
@Injectable()
export class Forwarder implements OnApplicationShutdown {
  private readonly logger = new Logger(Forwarder.name);
  private readonly producer: Producer;
  private readonly ending = new AbortController();
  private topics: ReadonlyMap<string, OwnTopic> = new Map();
  private loop: ConsumerLoop | null = null;
  private changing: Promise<void> = Promise.resolve();

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    private readonly directory: Directory,
    private readonly follower: DirectoryFollower,
    private readonly quotas: Quotas,
    private readonly quarantine: Quarantine,
  ) {
    this.producer = kafka.producer({ allowAutoTopicCreation: false });
  }

  /** Sets the topics to copy. If the topics change, the consumer restarts from the committed offsets. */
  forward(topics: readonly OwnTopic[]): void {
    const isSame = topics.length === this.topics.size && topics.every(({ topic }) => this.topics.has(topic));
    if (isSame) return;
    this.topics = new Map(topics.map((one) => [one.topic, one]));
    this.changing = this.changing.then(() => this.begin()).catch((error: unknown) => this.fail(error));
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    await this.changing;
    await this.loop?.stop();
    await this.producer.disconnect();
  }

  private async begin(): Promise<void> {
    await this.loop?.stop();
    this.loop = null;
    if (this.ending.signal.aborted || this.topics.size === 0) return;
    const loop = new ConsumerLoop(this.kafka, {
      topics: [...this.topics.keys()],
      consumer: { groupId: 'events.doors', ...SHARED_GROUP },
      commits: 'each batch',
      eachBatch: (payload) => this.copy(payload),
      quarantine: this.quarantine.add,
      failed: (error) => this.fail(error),
    });
    const { signal } = this.ending;
    await untilItWorks('connecting the producer of forwarded events', () => this.producer.connect(), signal);
    await untilItWorks('connecting to per-integration topics', () => loop.begin(), signal);
    this.loop = loop;
    this.logger.log({ topics: this.topics.size }, 'forwarding events from per-integration topics');
  }

  private async copy({ batch, heartbeat }: EachBatchPayload): Promise<void> {
    const own = this.topics.get(batch.topic);
    if (!own) throw new Error(`a message of ${batch.topic}, a topic without an integration`);
    // The state of a newly created integration may still be in transit.
    if (this.directory.organizationOf(own.integration) === null) await this.follower.catchUp(this.ending.signal);
    const topic = own.isTest ? TEST_EVENTS_TOPIC : DOORS_TOPIC;
    for (const message of batch.messages) {
      const stamped = await this.stampAll(message, own, batch);
      await sendInRequests(stamped, async (messages) => {
        await this.producer.send({ topic, messages, acks: -1 });
        await heartbeat();
      });
    }
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('forwarding from per-integration topics failed, the process ends');
    crash(error);
  }

  /** Adds senders and missing ids to the records of a batch. Checks the quota before decompression, by the count in the batch's header. */
  private async stampAll(message: KafkaMessage, own: OwnTopic, place: Place): Promise<Message[]> {
    const { recordBatch: batch } = message;
    if (!batch) return [this.stamp(message, own)];
    const amount = { events: batch.count, bytes: batch.bytes.length };
    const { quota } = this.directory.integration(own.integration, Date.now()) ?? {};
    const { isOver } = await this.quotas.take(own.integration, amount, quota);
    const staysWhole = isOver && (batch.compression !== 0 || batch.count > MAX_SINGLE_REJECTIONS);
    if (staysWhole) return [this.stamp(unreadableBatch(batch, 'the quota is used up'), own, isOver)];
    const stamped: Message[] = [];
    await inTurns(await decodeBatch(batch, place), A_TURN, (records) => {
      for (const record of records) stamped.push(this.stamp(record, own, isOver));
    });
    return stamped;
  }

  /** Adds the sender and missing ids to a record, and drops all headers except those of the event. */
  private stamp(message: KafkaMessage, { integration, isTest }: OwnTopic, isOver = false): Message {
    const { unreadable = null } = message;
    const organization = this.directory.organizationOf(integration);
    const fields = { source_id: integration, organization_id: organization };
    const headers = {
      ...publishedHeaders(message.headers),
      [SENDER_HEADER]: String(integration),
      ...(isTest && { [MODE_HEADER]: 'test' }),
      ...(isOver ? { [OVER_QUOTA_HEADER]: 'true' } : unreadable !== null && { [UNREADABLE_HEADER]: unreadable }),
    };
    const value = unreadable === null ? stampedValue(message, fields) : message.value;
    return { key: String(organization ?? 0), value: value && value.subarray(0, MAX_KEPT_BYTES), headers };
  }
}
