import { Inject, Injectable } from '@nestjs/common';
import { AUDIT_TOPIC, type AuditEntry, auditMessage } from '@portico/contracts/events/audit';
import { clientOptions, type KafkaConfig, ObservedKafka, type Producer } from '@portico/kafka';
import { AuditTrail, CONFIG } from '@portico/service';

const REQUEST_TIMEOUT_MS = 5_000;
/** Retries of one request. After the last retry, the audited call fails. */
const RETRIES = 3;

/** Writes this service's audit entries to Kafka before the audited call responds. */
@Injectable()
export class AuditProducer {
  private readonly producer: Producer;
  private connected: Promise<void> | null = null;

  constructor(@Inject(CONFIG) config: KafkaConfig, trail: AuditTrail) {
    const options = clientOptions(config, 'events');
    const kafka = new ObservedKafka({
      ...options,
      requestTimeout: REQUEST_TIMEOUT_MS,
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

  end(): Promise<void> {
    return this.producer.disconnect();
  }
}
