import { randomBytes } from 'node:crypto';
import { uuidv7 } from './uuidv7.ts';

export const RESULTS = ['SUCCESS', 'FAILURE'] as const;
export type Result = (typeof RESULTS)[number];
/** OpenTelemetry's short names, from the least to the most severe. */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `message` is the text that people read. All other values are kept and shown too. */
export type Details = { message: string; [name: string]: unknown };

/** An event as a publisher writes it. Missing optional values are set when it is published, and stay the same over retries. */
export type NewEvent = {
  /** Never used twice within the integration, 1 to 128 characters. Default: a new UUIDv7. */
  id?: string | undefined;
  /** The integration and its organization. May be left out over HTTP, because the key identifies both. */
  source_id?: number | undefined;
  organization_id?: number | undefined;
  /** Kind of source, such as `payroll`: 1 to 64 characters, no control characters. */
  source_type: string;
  /** Name of the event, such as `payrun.completed`: 1 to 128 characters, no control characters. */
  event_name: string;
  /** When it happened: ISO 8601 with an offset, or a Date. Default: now. */
  timestamp?: string | Date | undefined;
  result: Result;
  /** Default: INFO, or ERROR for a failure. */
  severity_text?: Severity | undefined;
  /** A W3C trace id, 32 lower-case hex digits. Default: a new one. */
  trace_id?: string | undefined;
  details: Details;
};

/** A {@link NewEvent} with everything set, as it is sent. If it is published again, it is counted once. */
export type PublishedEvent = Omit<NewEvent, 'id' | 'timestamp' | 'severity_text' | 'trace_id'> & {
  id: string;
  timestamp: string;
  severity_text: Severity;
  trace_id: string;
};

/** @throws RangeError for an invalid Date. */
export const complete = (event: NewEvent): PublishedEvent => ({
  ...event,
  id: event.id ?? uuidv7(),
  timestamp: momentOf(event.timestamp),
  severity_text: event.severity_text ?? (event.result === 'FAILURE' ? 'ERROR' : 'INFO'),
  trace_id: event.trace_id ?? randomBytes(16).toString('hex'),
});

const momentOf = (timestamp: string | Date = new Date()): string =>
  typeof timestamp === 'string' ? timestamp : timestamp.toISOString();
