import { Counter, durations, errorType, inSpan, type Link, secondsSince } from '@portico/service';
import { ofTopic } from './traceparent.ts';

const LABELS = ['messaging_system', 'messaging_destination_name', 'messaging_consumer_group_name'] as const;
const processes = durations('messaging_process_duration_seconds', 'Processing of messages, one or a batch at a time', [
  ...LABELS,
  'error_type',
]);
const consumed = new Counter({
  name: 'messaging_client_consumed_messages_total',
  help: 'Messages that were processed, or tried to',
  labelNames: [...LABELS],
});

type Processed = {
  topic: string;
  group: string;
  count: number;
  /** The span in which a single message was published. A batch of messages has `links` instead. */
  parent?: string | null;
  links?: readonly Link[];
  attributes?: Record<string, string | number | string[]>;
};

/** Runs a consumer's handling of messages in a span: in the trace of `parent`, or in a new trace. */
export async function processing<T>(
  { topic, group, count, parent = null, links = [], attributes = {} }: Processed,
  work: () => Promise<T>,
): Promise<T> {
  const labels = {
    messaging_system: 'kafka',
    messaging_destination_name: topic,
    messaging_consumer_group_name: group,
  };
  const began = performance.now();
  let failure = '';
  try {
    return await inSpan(
      `process ${topic}`,
      {
        kind: 'consumer',
        parent,
        links,
        attributes: {
          ...ofTopic(topic),
          'messaging.operation.name': 'process',
          'messaging.operation.type': 'process',
          'messaging.consumer.group.name': group,
          'messaging.batch.message_count': count,
          ...attributes,
        },
      },
      work,
    );
  } catch (error) {
    failure = errorType(error);
    throw error;
  } finally {
    consumed.inc(labels, count);
    processes.observe({ ...labels, error_type: failure }, secondsSince(began));
  }
}
