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

/** Milliseconds that a broker may take for one request, and retries of one: after that callers have long been answered. */
const REQUEST_TIMEOUT = 5_000;
const RETRIES = 8;

/** Writes what comes through the door to Kafka, all that waits in one request. */
@Injectable()
export class DoorProducer implements OnApplicationShutdown {
  private readonly producer: Producer;
  private readonly batches = new Batches((publications) => this.send(publications));
  /** Requests of their own: what fails here fails no publisher. */
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
   * Resolves when all of them stand in Kafka, on every replica that is in sync; in their order where they have one key.
   * @throws Problem `unavailable` when they do not within five seconds. Some of them may be there, or arrive later.
   */
  publish(topic: string, messages: readonly Message[]): Promise<void> {
    return publishing(topic, messages, (traced) => this.batches.add(topic, traced));
  }

  /** As {@link publish}, of what no publisher waits for. */
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
