import type { EventRow } from '@portico/contracts/http/events';

/** A mail to support about one event, with what they need to find it. */
export const supportMail = (address: string, event: EventRow): string => {
  const subject = `${event.event_name} failed (trace ${event.trace_id})`;
  const body = [
    `Trace id: ${event.trace_id}`,
    `Event: ${event.event_name} (${event.id})`,
    `Integration: ${event.integration ?? 'unknown'} (${event.source_id})`,
    `Time: ${event.timestamp}`,
    '',
    event.details.message,
  ].join('\n');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
};
