import { IntegrationEvent, NAME_PATTERN, RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import { z } from 'zod';
import { isJsonObject } from '@portico/contracts/common/json-text';

/** An object with any of the event's fields, of any type. */
type Fields = Partial<Record<keyof IntegrationEvent, unknown>>;

/** A valid event. `moment`: its timestamp in milliseconds since 1970. */
export type ValidEvent = { event: IntegrationEvent; moment: number };

const RESULT_SET: ReadonlySet<unknown> = new Set(RESULTS);
const SEVERITY_SET: ReadonlySet<unknown> = new Set(SEVERITIES);
const isResult = (value: unknown): value is IntegrationEvent['result'] => RESULT_SET.has(value);
const isSeverity = (value: unknown): value is IntegrationEvent['severity_text'] => SEVERITY_SET.has(value);
const MAX_ID = 2_147_483_647;
const MAX_MESSAGE = 32_768;
const TRACE_ID = /^[0-9a-f]{32}$/;
const MOMENT = z.regexes.datetime({ offset: true });
/** A timestamp in the contract's format, except 29 February, whose validity depends on the year. */
const PLAIN_MOMENT =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_ID;
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;
const isName = (value: unknown, max: number): value is string => isText(value, max) && NAME_PATTERN.test(value);

/**
 * A hand-written version of the contract's {@link IntegrationEvent} parser for the hot path, five times as fast. Returns a copy with
 * only the contract's fields; null if the contract rejects the value. A property test checks that both parsers agree.
 */
export function readEvent(value: Fields): ValidEvent | null {
  const {
    id,
    source_id,
    organization_id,
    source_type,
    event_name,
    timestamp,
    result,
    severity_text,
    trace_id,
    details,
  } = value;
  if (!isText(id, 128) || !isId(source_id) || !isId(organization_id)) return null;
  if (!isName(source_type, 64) || !isName(event_name, 128)) return null;
  if (!isResult(result)) return null;
  if (!isSeverity(severity_text)) return null;
  if (typeof trace_id !== 'string' || !TRACE_ID.test(trace_id)) return null;
  if (!isJsonObject(details) || !hasMessage(details)) return null;
  if (typeof timestamp !== 'string') return null;
  const moment = Date.parse(timestamp);
  const utc = PLAIN_MOMENT.test(timestamp) ? timestamp : toUtc(timestamp, moment);
  if (utc === null) return null;
  return {
    event: {
      id,
      source_id,
      organization_id,
      source_type,
      event_name,
      timestamp: utc,
      result,
      severity_text,
      trace_id,
      details,
    },
    moment,
  };
}

const toUtc = (timestamp: string, moment: number): string | null =>
  Number.isNaN(moment) || !MOMENT.test(timestamp) ? null : new Date(moment).toISOString();

const hasMessage = (details: Record<string, unknown>): details is IntegrationEvent['details'] =>
  typeof details['message'] === 'string' && details['message'].length <= MAX_MESSAGE;
