import { Counter, durations, errorType, secondsSince } from '@portico/service';
import { Kafka, type Producer, type ProducerOptions } from '../client.ts';

const LABELS = ['messaging_system', 'messaging_operation_name', 'messaging_destination_name'] as const;

const operations = durations('messaging_client_operation_duration_seconds', 'Requests to Kafka to append messages', [
  ...LABELS,
  'error_type',
]);
const sent = new Counter({
  name: 'messaging_client_sent_messages_total',
  help: 'Messages that Kafka has appended',
  labelNames: [...LABELS],
});

type Counts = readonly (readonly [topic: string, messages: number])[];

const labelsOf = (topic: string) => ({
  messaging_system: 'kafka',
  messaging_operation_name: 'send',
  messaging_destination_name: topic,
});

async function observed<T>(counts: Counts, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  let failure = '';
  try {
    const result = await work();
    for (const [topic, messages] of counts) sent.inc(labelsOf(topic), messages);
    return result;
  } catch (error) {
    failure = errorType(error);
    throw error;
  } finally {
    for (const [topic] of counts) operations.observe({ ...labelsOf(topic), error_type: failure }, secondsSince(began));
  }
}

export class ObservedKafka extends Kafka {
  override producer(options?: ProducerOptions): Producer {
    const producer = super.producer(options);
    const { send, sendBatch } = producer;
    return Object.assign(producer, {
      send: (record: Parameters<Producer['send']>[0]) =>
        observed([[record.topic, record.messages.length]], () => send(record)),
      sendBatch: (batch: Parameters<Producer['sendBatch']>[0]) =>
        observed(
          (batch.topicMessages ?? []).map(({ topic, messages }) => [topic, messages.length] as const),
          () => sendBatch(batch),
        ),
    });
  }
}
