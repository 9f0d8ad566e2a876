import { isTracing, type Link } from '@portico/service';
import { traceparentOf } from '@portico/kafka';
import type { JudgedMessage } from '../judge/judged-message.ts';

/** Maximum links of one span, and maximum trace ids in its attribute. All further messages of a batch are left out. */
const MAX_LINKS = 128;

type BatchTrace = { links: Link[]; attributes: Record<string, string[]> };
const NOTHING: BatchTrace = { links: [], attributes: {} };

/**
 * The links and attributes of a batch's span, empty if tracing is off. A message with the header `traceparent` adds a link, with the
 * event's `trace_id` as an attribute of the link. A message without this header adds its `trace_id` to an attribute of the span.
 */
export function batchTrace(messages: readonly JudgedMessage[]): BatchTrace {
  if (!isTracing()) return NOTHING;
  const links = new Map<string, Link>();
  const traces = new Set<string>();
  for (const { message, verdict } of messages) {
    if (links.size >= MAX_LINKS || traces.size >= MAX_LINKS) break;
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
