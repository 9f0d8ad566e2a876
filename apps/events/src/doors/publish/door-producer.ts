import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  clientOptions,
  type KafkaConfig,
  type Message,
  ObservedKafka,
  type Producer,
  publishing,
} from '@portico/kafka';
import { CONFIG } from '@portico/service';
import { Batches, type Publication } from './batches.ts';

/** Timeout of a broker's response in milliseconds. */
const REQUEST_TIMEOUT = 5_000;
/** Maximum retries of a request. Before the last retry, the request's callers have timed out. */
const RETRIES = 8;

/** Writes events to Kafka that arrive over HTTP. All waiting events share one request. */
@Injectable()
export class DoorProducer implements OnApplicationShutdown {
  private readonly producer: Producer;
  private readonly batches = new Batches((publications) => this.send(publications));
  /** Messages of {@link note}. They have separate requests, so that a failed request does not affect publishers. */
  private readonly notes = new Batches((publications) => this.send(publications));
  private connected: Promise<void> | null = null;

  constructor(@Inject(CONFIG) config: KafkaConfig) {
    const options = clientOptions(config, 'events');
    const kafka = new ObservedKafka({
      ...options,
      requestTimeout: REQUEST_TIMEOUT,
      retry: { ...options.retry, retries: RETRIES },
    });
    this.producer = kafka.producer({ allowAutoTopicCreation: false });
  }

  /**
   * Publishes messages. Resolves when every in-sync replica has all messages. Messages with the same key stay in order.
   * @throws Problem `unavailable` after five seconds. Some messages may be in Kafka, or arrive later.
   */
  publish(topic: string, messages: readonly Message[]): Promise<void> {
    return publishing(topic, messages, (traced) => this.batches.add(topic, traced));
  }

  /** Like {@link publish}, for messages that no publisher waits for. */
  note(topic: string, messages: readonly Message[]): Promise<void> {
    return this.notes.add(topic, messages);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.batches.end();
    await this.notes.end();
    await this.producer.disconnect();
  }

  private async send(publications: readonly Publication[]): Promise<void> {
    this.connected ??= this.producer.connect();
    await this.connected.catch((error: unknown) => {
      this.connected = null;
      throw error;
    });
    const byTopic = Map.groupBy(publications, ({ topic }) => topic);
    const topicMessages = [...byTopic].map(([topic, some]) => ({
      topic,
      messages: some.flatMap(({ messages }) => messages),
    }));
    await this.producer.sendBatch({ topicMessages, acks: -1 });
  }
}
