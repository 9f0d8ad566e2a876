import { isTracing, type Link } from '@portico/service';
import { traceparentOf } from '@portico/kafka';
import type { JudgedMessage } from '../judge/judged-message.ts';

/** Maximum links of one span, and trace ids in its attribute; a batch may contain many more. */
const MOST = 128;

type BatchTrace = { links: Link[]; attributes: Record<string, string[]> };
const NOTHING: BatchTrace = { links: [], attributes: {} };

/**
 * The links and attributes of a batch's span: each message's header `traceparent` becomes a link with its event's `trace_id` as an
 * attribute. Without the header, the span's attribute contains the trace id. Empty if tracing is off.
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
