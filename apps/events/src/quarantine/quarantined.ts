import { QUARANTINE_TOPIC, QuarantinedRecord, quarantineKey } from '@portico/contracts/events/quarantine';
import { type Kafka, type Message, quarantine } from '@portico/kafka';

/** Quarantines a record in this process: the process rejects the record as unreadable. @param payload - message of the quarantine topic. */
export function applyQuarantined(payload: unknown): void {
  const { data } = QuarantinedRecord.safeParse(payload);
  if (data) quarantine(data, data.offset, data.reason, Date.parse(data.at));
}

/**
 * Publishes a quarantined record. Each process skips the record after its next start.
 * @throws if Kafka does not acknowledge the message.
 */
export async function publishQuarantined(kafka: Kafka, record: QuarantinedRecord): Promise<void> {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  const message: Message = { key: quarantineKey(record), value: JSON.stringify(record) };
  await producer.connect();
  try {
    await producer.send({ topic: QUARANTINE_TOPIC, messages: [message], acks: -1 });
  } finally {
    await producer.disconnect();
  }
}
