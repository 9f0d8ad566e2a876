import { activeSpan, isTracing, startSpan } from '@portico/service';
import type { IHeaders, Message } from '../client.ts';

/** The header of W3C Trace Context, in HTTP and in Kafka. */
const TRACEPARENT = 'traceparent';

/** The span in which a message was published, if its publisher said so. */
export function traceparentOf(headers: IHeaders | undefined): string | null {
  const header = headers?.[TRACEPARENT];
  return header === undefined ? null : String(header);
}

/** Messages that say in which span they were published. The header of a message that has one stays. */
export const withTraceparent = (messages: readonly Message[], traceparent: string): Message[] =>
  messages.map((message) => ({ ...message, headers: { [TRACEPARENT]: traceparent, ...message.headers } }));

/** Publishing as one span, if it is part of something that is traced; what is published names the span. */
export async function publishing(
  topic: string,
  messages: readonly Message[],
  publish: (messages: readonly Message[]) => Promise<void>,
): Promise<void> {
  if (messages.length === 0 || !isTracing() || activeSpan() === null) return publish(messages);
  const span = startSpan(`send ${topic}`, {
    kind: 'producer',
    attributes: {
      ...ofTopic(topic),
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.batch.message_count': messages.length,
    },
  });
  if (span === null) return publish(messages);
  try {
    await span.run(() => publish(withTraceparent(messages, span.traceparent)));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** What every span about a topic says. */
export const ofTopic = (topic: string) => ({ 'messaging.system': 'kafka', 'messaging.destination.name': topic });
