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
  type EachBatchPayload,
  KAFKA,
  type Kafka,
  type KafkaMessage,
  type Message,
  type Producer,
  SHARED_GROUP,
  unreadableReason,
} from '@portico/kafka';
import { crash } from '@portico/service';
import { DirectoryFollower } from '../../directory/directory.module.ts';
import { Directory } from '../../directory/directory.ts';
import { untilItWorks } from '../../table/clickhouse/retry.ts';
import { Quotas } from '../quota/quotas.ts';
import type { OwnTopic } from './door-grants.ts';
import { lotsOf } from './lots.ts';
import { stampedValue } from './stamped-value.ts';

/** Headers that only Portico writes. */
const OWN_HEADER = /^portico-/i;

/**
 * Copies what integrations write to topics of their own to the doors' topic, and says whose it is: who may write to such a
 * topic is that integration. Ids that an event does not name are put in, as over HTTP. What was copied and not committed is copied again after a crash; it counts once, by its id.
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
  ) {
    this.producer = kafka.producer({ allowAutoTopicCreation: false });
  }

  /** From now on these; a consumer of other ones begins again, from where the group has committed. */
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
      consumer: { groupId: 'events.doors', ...SHARED_GROUP, maxWaitTimeInMs: 100 },
      commits: 'each batch',
      eachBatch: (payload) => this.copy(payload),
      failed: (error) => this.fail(error),
    });
    const { signal } = this.ending;
    await untilItWorks('connecting the forwarder', () => this.producer.connect(), signal);
    await untilItWorks('connecting topics of integrations', () => loop.begin(), signal);
    this.loop = loop;
    this.logger.log({ topics: this.topics.size }, 'forwarding topics of integrations');
  }

  private async copy({ batch, heartbeat }: EachBatchPayload): Promise<void> {
    const own = this.topics.get(batch.topic);
    if (!own) throw new Error(`a message of ${batch.topic}, which nobody asked for`);
    // The news of an integration that was made a moment ago may be under way.
    if (this.directory.organizationOf(own.integration) === null) await this.follower.catchUp(this.ending.signal);
    const topic = own.isTest ? TEST_EVENTS_TOPIC : DOORS_TOPIC;
    const stamped: Message[] = [];
    for (const message of batch.messages) stamped.push(this.stamp(message, own, await this.isOver(message, own)));
    for (const messages of lotsOf(stamped)) {
      await this.producer.send({ topic, messages, acks: -1 });
      await heartbeat();
    }
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal('topics of integrations cannot be forwarded any more');
    crash(error);
  }

  /** What is over its quota is copied, too: it is rejected, and its publisher sees why. */
  private async isOver({ value }: KafkaMessage, { integration }: OwnTopic): Promise<boolean> {
    const amount = { events: 1, bytes: value?.length ?? 0 };
    const { quota } = this.directory.integration(integration, Date.now()) ?? {};
    return (await this.quotas.take(integration, amount, quota)).isOver;
  }

  /** With the sender, and the ids that it does not name; with no header that only Portico writes. */
  private stamp(message: KafkaMessage, { integration, isTest }: OwnTopic, isOver: boolean): Message {
    const theirs = Object.entries(message.headers ?? {}).filter(([name]) => !OWN_HEADER.test(name));
    const unreadable = unreadableReason(message);
    const organization = this.directory.organizationOf(integration);
    const headers = {
      ...Object.fromEntries(theirs),
      [SENDER_HEADER]: String(integration),
      ...(isTest && { [MODE_HEADER]: 'test' }),
      ...(isOver && { [OVER_QUOTA_HEADER]: 'true' }),
      ...(unreadable !== null && { [UNREADABLE_HEADER]: unreadable }),
    };
    const fields = { source_id: integration, organization_id: organization };
    const value = unreadable === null ? stampedValue(message, fields) : message.value;
    return { key: String(organization ?? 0), value, headers };
  }
}
