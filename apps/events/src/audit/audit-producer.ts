import { Inject, Injectable } from '@nestjs/common';
import { AUDIT_TOPIC, type AuditEntry, auditMessage } from '@portico/contracts/events/audit';
import { clientOptions, type KafkaConfig, ObservedKafka, type Producer } from '@portico/kafka';
import { AuditTrail, CONFIG } from '@portico/service';

/** Milliseconds for one request to a broker, and for its retries; beyond, the audited call fails. */
const REQUEST_TIMEOUT = 5_000;
const RETRIES = 3;

/** Writes this service's entries to Kafka before the response of their call. */
@Injectable()
export class AuditProducer {
  private readonly producer: Producer;
  private connected: Promise<void> | null = null;

  constructor(@Inject(CONFIG) config: KafkaConfig, trail: AuditTrail) {
    const options = clientOptions(config, 'events');
    const kafka = new ObservedKafka({
      ...options,
      requestTimeout: REQUEST_TIMEOUT,
      retry: { ...options.retry, retries: RETRIES },
    });
    this.producer = kafka.producer({ allowAutoTopicCreation: false });
    trail.keepBy((entry) => this.send([entry]));
  }

  async send(entries: readonly AuditEntry[]): Promise<void> {
    this.connected ??= this.producer.connect();
    await this.connected.catch((error: unknown) => {
      this.connected = null;
      throw error;
    });
    await this.producer.send({ topic: AUDIT_TOPIC, messages: entries.map(auditMessage), acks: -1 });
  }

  /** Disconnects after the last entry. */
  async end(): Promise<void> {
    await this.producer.disconnect();
  }
}
