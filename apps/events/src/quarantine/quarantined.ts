import { QuarantinedRecord, quarantineKey } from '@portico/contracts/events/quarantine';
import type { Kafka, Message } from '@portico/kafka';
import { quarantine } from '@portico/kafka';
import { QUARANTINE_TOPIC } from '@portico/contracts/events/quarantine';

/** Decodes the record of the topic's payload as an unreadable one from now on. */
export function applyQuarantined(payload: unknown): void {
  const { data } = QuarantinedRecord.safeParse(payload);
  if (data) quarantine(data, data.offset, data.reason, Date.parse(data.at));
}

/** Lets every process leave the record undecoded, from its next start on. @throws when Kafka does not take it. */
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
