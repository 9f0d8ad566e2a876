import { randomBytes } from 'node:crypto';
import { uuidv7 } from './uuidv7.ts';

export const RESULTS = ['SUCCESS', 'FAILURE'] as const;
export type Result = (typeof RESULTS)[number];
/** OpenTelemetry's short names, from the least to the most severe. */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `message` is what people read; whatever else stands here is kept and shown. */
export type Details = { message: string; [name: string]: unknown };

/** What happened, as a publisher says it. What is optional is set when it is published, and stays the same over retries. */
export type NewEvent = {
  /** Unique within the integration for ever, 1 to 128 characters; default: a new UUIDv7. */
  id?: string | undefined;
  /** The integration and its organization: a key says both, so that over HTTP they may be left out. */
  source_id?: number | undefined;
  organization_id?: number | undefined;
  /** The kind of source, such as `payroll`; 1 to 64 characters, no control characters. */
  source_type: string;
  /** Such as `payrun.completed`; 1 to 128 characters, no control characters. */
  event_name: string;
  /** When it happened: ISO 8601 with an offset, or a Date; default: now. */
  timestamp?: string | Date | undefined;
  result: Result;
  /** Default: INFO, of a failure ERROR. */
  severity_text?: Severity | undefined;
  /** A W3C trace id, 32 lower-case hex digits; default: a new one. */
  trace_id?: string | undefined;
  details: Details;
};

/** A {@link NewEvent} with everything set, as it is sent: publish it again and it counts once. */
export type PublishedEvent = Omit<NewEvent, 'id' | 'timestamp' | 'severity_text' | 'trace_id'> & {
  id: string;
  timestamp: string;
  severity_text: Severity;
  trace_id: string;
};

/** @throws RangeError for a Date that is none. */
export const complete = (event: NewEvent): PublishedEvent => ({
  ...event,
  id: event.id ?? uuidv7(),
  timestamp: momentOf(event.timestamp),
  severity_text: event.severity_text ?? (event.result === 'FAILURE' ? 'ERROR' : 'INFO'),
  trace_id: event.trace_id ?? randomBytes(16).toString('hex'),
});

const momentOf = (timestamp: string | Date = new Date()): string =>
  typeof timestamp === 'string' ? timestamp : timestamp.toISOString();
