import { isTracing, type Link } from '@portico/service';
import { traceparentOf } from '@portico/kafka';
import type { JudgedMessage } from '../judge/judged-message.ts';

/** Links of one span, and trace ids that it names: a span has room for so many, and a batch for many more. */
const MOST = 128;

export type BatchTrace = { links: Link[]; attributes: Record<string, string[]> };
const NOTHING: BatchTrace = { links: [], attributes: {} };

/**
 * How a batch's span names the spans and traces in which its events were published: the header `traceparent` of a message is a link, and
 * `trace_id` of its event an attribute of that link, or of the span where there is no header. Nothing is looked at where nothing is traced.
 */
export function batchTrace(messages: readonly JudgedMessage[]): BatchTrace {
  if (!isTracing()) return NOTHING;
  const links = new Map<string, Link>();
  const traces = new Set<string>();
  for (const { message, verdict } of messages) {
    if (links.size >= MOST || traces.size >= MOST) break;
    const traceparent = traceparentOf(message.headers);
    const trace = verdict.ok ? verdict.event.trace_id : undefined;
    if (traceparent !== null && !links.has(traceparent))
      links.set(traceparent, {
        traceparent,
        ...(trace !== undefined && { attributes: { 'portico.trace_id': trace } }),
      });
    else if (traceparent === null && trace !== undefined) traces.add(trace);
  }
  return {
    links: [...links.values()],
    attributes: traces.size === 0 ? {} : { 'portico.trace_ids': [...traces] },
  };
}
