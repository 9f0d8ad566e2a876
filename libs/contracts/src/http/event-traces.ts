import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { EventRow, TraceId } from './events.ts';

/** Maximum events of a trace per response. */
export const MAX_TRACE_EVENTS = 1_000;

export const TraceParams = z.object({ trace_id: TraceId });
export type TraceParams = z.infer<typeof TraceParams>;

/** Events of a trace that the caller may see, oldest first. `isComplete` is false beyond {@link MAX_TRACE_EVENTS}. */
export const EventTrace = z.object({ data: z.array(EventRow), isComplete: z.boolean() });
export type EventTrace = z.infer<typeof EventTrace>;

export const getTrace = endpoint({
  method: 'GET',
  path: '/events/traces/{trace_id}',
  audit: { action: 'trace.read', targets: { trace: 'trace_id' } },
  summary: 'List the events of a trace that the caller may see, oldest first; 404 without any',
  params: TraceParams,
  response: EventTrace,
});
