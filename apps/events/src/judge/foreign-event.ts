import { createHash } from 'node:crypto';
import { applyMapping, type Mapped, type Mapping } from '@portico/contracts/events/mapping';
import { type IntegrationEvent, RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import { isJsonObject, memberText } from '@portico/contracts/common/json-text';
import { type Rejected, reject } from './rejection.ts';

/** Attributes of a CloudEvent, unverified except `id`, `source` and `type`. */
type Envelope = Readonly<Record<string, unknown>> & { id: string; source: string; type: string };

/** The data of a CloudEvent as JSON text and as parsed value; null without data. */
export type Data = { text: string; json: unknown } | null;

/** A CloudEvent of a foreign type. `place`: JSON pointer of its data; empty in binary mode. */
export type Foreign = { envelope: Envelope; data: Data; place: '' | '/data' | '/data_base64' };

/** Context of a CloudEvent: the sending integration, its organization and mapping, and the arrival in milliseconds since 1970. */
type Around = { source_id: unknown; organization_id: unknown; arrivedAt: number; mapping?: Mapping | undefined };

/**
 * The derived event, unverified, and the JSON text of its details. `hasOwnTime`: false if its timestamp is its arrival time. `places`: for
 * each field that the mapping found, the pointer into the data.
 */
type Read = { event: Fields; details: string; subject: unknown; hasOwnTime: boolean; places: Mapped['places'] };

type Fields = Record<keyof IntegrationEvent, unknown>;

/** Names of the envelope's attributes by field of the event. */
const ATTRIBUTES = new Map<string, string>([
  ['id', 'id'],
  ['source_id', 'sourceid'],
  ['organization_id', 'organizationid'],
  ['source_type', 'source'],
  ['event_name', 'type'],
  ['timestamp', 'time'],
  ['result', 'result'],
  ['severity_text', 'severitytext'],
  ['trace_id', 'traceparent'],
]);

/** Maximum characters of `source_type`. A longer source loses its beginning, because the end distinguishes sources. */
const LONGEST_SOURCE = 64;
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;
/** Names of the mapping's fields by field of the event. */
const OF_MAPPING = new Map<string, keyof Mapping>([
  ['id', 'id'],
  ['event_name', 'name'],
  ['timestamp', 'time'],
]);
const NO_TRACE = '0'.repeat(32);
const MAX_MESSAGE = 32_768;

/** The integration id in the envelope, which is used if the sender is not authenticated. */
export const namedIntegration = ({ envelope }: Foreign): unknown => numberOf(envelope['sourceid']);
/** The organization id in the envelope. */
export const namedOrganization = ({ envelope }: Foreign): unknown => numberOf(envelope['organizationid']);

/** Converts a number in text, because attributes in headers are text. Returns other values unchanged. */
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;

/**
 * Derives an event from any CloudEvent. An integration event in `data` takes precedence, then the integration's mapping, then the
 * attributes: `type` is the event's name, `source` its type, `time` its timestamp.
 */
export function readForeign({ envelope, data }: Foreign, around: Around): Read {
  const inside = isJsonObject(data?.json) ? data.json : {};
  const isEvent = isJsonObject(inside['details']) && typeof inside['details']['message'] === 'string';
  const mapping = isEvent ? {} : (around.mapping ?? {});
  const { places, ...mapped } = applyMapping(mapping, data?.json);
  const name = mapped.name ?? envelope.type;
  const subject = mapped.subject ?? envelope['subject'];
  const type = typeof name === 'string' ? name : envelope.type;
  const details = isEvent
    ? (memberText(data?.text ?? '', 'details') ?? '{}')
    : detailsOf({ ...envelope, type, subject }, data, mapped.message);
  const fieldOf = (field: keyof IntegrationEvent): unknown => (isEvent ? inside[field] : undefined);
  const time = fieldOf('timestamp') ?? mapped.time ?? envelope['time'];
  const event: Fields = {
    id: fieldOf('id') ?? mapped.id ?? envelope.id,
    source_id: fieldOf('source_id') ?? around.source_id,
    organization_id: fieldOf('organization_id') ?? around.organization_id,
    source_type: fieldOf('source_type') ?? endOf(envelope.source),
    event_name: fieldOf('event_name') ?? name,
    timestamp: time ?? new Date(around.arrivedAt).toISOString(),
    result:
      fieldOf('result') ??
      choiceOf(RESULTS, envelope['result'], mapped.result, inside['result']) ??
      mapping.result?.otherwise ??
      'SUCCESS',
    severity_text:
      fieldOf('severity_text') ??
      choiceOf(SEVERITIES, envelope['severitytext'], mapped.severity, inside['severity_text']) ??
      mapping.severity?.otherwise,
    trace_id: fieldOf('trace_id') ?? traceOf(envelope),
    details: JSON.parse(details),
  };
  event.severity_text ??= event.result === 'FAILURE' ? 'ERROR' : 'INFO';
  return { event, details, subject, hasOwnTime: time !== undefined, places };
}

/** Returns the rejection with a pointer into the published value. The rejection's original pointer leads into the derived event. */
export function pointed({ rejection }: Rejected, { place, data }: Foreign, places: Mapped['places'] = {}): Rejected {
  const [, field = '', ...rest] = rejection.pointer.split('/');
  const mapped = places[OF_MAPPING.get(field) ?? 'name'];
  if (OF_MAPPING.has(field) && mapped !== undefined) {
    const pointer = place === '/data_base64' ? place : `${place}${mapped}`;
    return { ok: false, rejection: { ...rejection, pointer } };
  }
  const isInside = isJsonObject(data?.json) && Object.hasOwn(data.json, field);
  const path = isInside ? rejection.pointer : ['', ...rest].join('/');
  if (isInside || field === 'details') {
    const pointer = place === '/data_base64' ? place : `${place}${path}`;
    return { ok: false, rejection: { ...rejection, pointer } };
  }
  const attribute = ATTRIBUTES.get(field);
  if (attribute === undefined) return { ok: false, rejection: { ...rejection, pointer: '' } };
  return place === ''
    ? reject(rejection.code, `header ce_${attribute}: ${rejection.reason}`)
    : reject(rejection.code, rejection.reason, `/${attribute}`);
}

/**
 * Returns the attribute in upper case, even if invalid. Without an attribute, returns the mapping's value, or the data's value if valid.
 */
function choiceOf(choices: readonly string[], attribute: unknown, mapped: unknown, inside: unknown): unknown {
  if (attribute !== undefined) return typeof attribute === 'string' ? attribute.toUpperCase() : attribute;
  if (mapped !== undefined) return mapped;
  return typeof inside === 'string' && choices.includes(inside) ? inside : undefined;
}

const endOf = (source: string): string =>
  source.length <= LONGEST_SOURCE ? source : `…${source.slice(1 - LONGEST_SOURCE).replace(/^[\uDC00-\uDFFF]/, '')}`;

/** Returns the trace in `traceparent`, or by default a trace computed from source and id, which is stable for each event. */
function traceOf({ id, source, traceparent }: Envelope): string {
  const [, trace] = typeof traceparent === 'string' ? (TRACE_PARENT.exec(traceparent) ?? []) : [];
  if (trace !== undefined && trace !== NO_TRACE) return trace;
  return createHash('sha256').update(`${source}\n${id}`).digest('hex').slice(0, 32);
}

/**
 * Returns the JSON text of the details. The details require a message: the default consists of the event's type and subject. Data that is
 * not an object, or has a different message, becomes the member `data`.
 */
function detailsOf({ subject, type }: Envelope, data: Data, mapped: unknown): string {
  const mappedMessage = typeof mapped === 'string' ? mapped.slice(0, MAX_MESSAGE) : undefined;
  const message = mappedMessage ?? (typeof subject === 'string' && subject !== '' ? `${type}: ${subject}` : type);
  const head = `{"message":${JSON.stringify(message.toWellFormed())}`;
  if (data === null || data.json === null) return `${head}}`;
  if (mappedMessage === undefined && typeof data.json === 'string' && data.json.length <= MAX_MESSAGE)
    return `{"message":${data.text}}`;
  if (!isJsonObject(data.json)) return `${head},"data":${data.text}}`;
  const own = data.json['message'];
  if (typeof own === 'string' && (mappedMessage === undefined || mappedMessage === own)) return data.text;
  if (Object.hasOwn(data.json, 'message')) return `${head},"data":${data.text}}`;
  const members = data.text.trim().slice(1, -1).trim();
  return members === '' ? `${head}}` : `${head},${members}}`;
}
