import { Inject, Injectable } from '@nestjs/common';
import { KAFKA, type Kafka, type Message, type Producer, publishing } from '@portico/kafka';

/** The Kafka producer of the ingest. The consumer of the ingest disconnects it after the last batch. */
@Injectable()
export class IngestProducer {
  private readonly producer: Producer;
  private connected: Promise<void> | null = null;

  constructor(@Inject(KAFKA) kafka: Kafka) {
    this.producer = kafka.producer({ allowAutoTopicCreation: false });
  }

  /**
   * Sends one request.
   * @throws if Kafka did not acknowledge all messages; the caller must send all of them again.
   */
  async send(topic: string, messages: Message[]): Promise<void> {
    this.connected ??= this.producer.connect();
    await this.connected.catch((error: unknown) => {
      this.connected = null;
      throw error;
    });
    await publishing(topic, messages, async (traced) => {
      await this.producer.send({ topic, messages: [...traced], acks: -1 });
    });
  }

  async disconnect(): Promise<void> {
    await this.producer.disconnect();
  }
}
