import { randomBytes } from 'node:crypto';
import { uuidv7 } from './uuidv7.ts';

export const RESULTS = ['SUCCESS', 'FAILURE'] as const;
export type Result = (typeof RESULTS)[number];
/** OpenTelemetry's short names, from the least to the most severe. */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Details of an event. `message` is the text that people read. Portico stores and shows all other values too. */
export type Details = { message: string; [name: string]: unknown };

/** An event as a caller passes it. `publish` sets missing optional values once, so that they stay the same in retries. */
export type NewEvent = {
  /** Id of the event, unique within the integration, 1 to 128 characters. Default: a new UUIDv7. */
  id?: string | undefined;
  /** Id of the integration. Over HTTP, this id and `organization_id` are optional, because the key identifies both. */
  source_id?: number | undefined;
  organization_id?: number | undefined;
  /** Kind of source, such as `payroll`: 1 to 64 characters, no control characters. */
  source_type: string;
  /** Name of the event, such as `payrun.completed`: 1 to 128 characters, no control characters. */
  event_name: string;
  /** When the event happened: ISO 8601 with an offset, or a Date. Default: now. */
  timestamp?: string | Date | undefined;
  result: Result;
  /** Severity. Default: ERROR if the result is FAILURE, otherwise INFO. */
  severity_text?: Severity | undefined;
  /** A W3C trace id, 32 lower-case hex digits. Default: a new trace id. */
  trace_id?: string | undefined;
  details: Details;
};

/** A {@link NewEvent} with all values set, as it is sent. Portico counts an event once, even if it is published again. */
export type PublishedEvent = Omit<NewEvent, 'id' | 'timestamp' | 'severity_text' | 'trace_id'> & {
  id: string;
  timestamp: string;
  severity_text: Severity;
  trace_id: string;
};

/** Sets the missing optional values of an event. @throws RangeError for an invalid Date. */
export const complete = (event: NewEvent): PublishedEvent => ({
  ...event,
  id: event.id ?? uuidv7(),
  timestamp: momentOf(event.timestamp),
  severity_text: event.severity_text ?? (event.result === 'FAILURE' ? 'ERROR' : 'INFO'),
  trace_id: event.trace_id ?? randomBytes(16).toString('hex'),
});

const momentOf = (timestamp: string | Date = new Date()): string =>
  typeof timestamp === 'string' ? timestamp : timestamp.toISOString();
