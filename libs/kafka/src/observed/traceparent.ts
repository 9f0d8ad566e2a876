import { activeSpan, isTracing, startSpan } from '@portico/service';
import type { IHeaders, Message } from '../client.ts';

const TRACEPARENT = 'traceparent';

/** The span in which a message was published, if its publisher set the header. */
export function traceparentOf(headers: IHeaders | undefined): string | null {
  const header = headers?.[TRACEPARENT];
  return header === undefined ? null : String(header);
}

const withTraceparent = (messages: readonly Message[], traceparent: string): Message[] =>
  messages.map((message) => ({ ...message, headers: { [TRACEPARENT]: traceparent, ...message.headers } }));

/** Publishes messages. If a trace is active, publishes in a span and adds the span's header to the messages. */
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

export const ofTopic = (topic: string) => ({ 'messaging.system': 'kafka', 'messaging.destination.name': topic });
