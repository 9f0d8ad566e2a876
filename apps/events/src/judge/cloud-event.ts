import { isUtf8 } from 'node:buffer';
import { wording } from '@portico/contracts/common/error-map';
import { INTEGRATION_EVENT_TYPE } from '@portico/contracts/events/integration-event';
import { z } from 'zod';
import { withoutMark } from './byte-order-mark.ts';
import type { Attributes } from './derived.ts';
import type { Data, Foreign } from './foreign-event.ts';
import { headerText } from './header-text.ts';
import { isJsonObject, memberText } from '@portico/contracts/common/json-text';
import { type Rejected, reject, rejectInvalid } from './rejection.ts';

/** Headers of a Kafka record, as kafkajs returns them. */
export type Headers = Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>>;

/**
 * The content of an envelope. `at`: JSON pointer of the event in the published value: empty, `/data` or `/data_base64`. `decoded`: the
 * decoded text of `data_base64`.
 */
export type Unwrapped = {
  ok: true;
  event: unknown;
  at: string;
  decoded?: string;
  attributes: Attributes;
  /** Set for a CloudEvent of a foreign type, from which the caller must derive the event. */
  foreign?: Foreign;
};

const JSON_MEDIA_TYPE = /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i;

const attributes = {
  specversion: z.literal('1.0', 'should be 1.0'),
  id: z.string('should be text').min(1, 'should not be empty'),
  source: z.string('should be text').min(1, 'should not be empty'),
  type: z.string('should be text').min(1, 'should not be empty'),
};

const Envelope = z.object(attributes);
/** An envelope of Portico's own type, in which the data is the event. */
const Structured = Envelope.extend({
  datacontenttype: z.string().regex(JSON_MEDIA_TYPE, 'should be application/json').optional(),
  data: z.record(z.string(), z.unknown(), { error: 'should be the event, as an object' }).optional(),
  data_base64: z.string('should be text in base64').optional(),
});

function textOf(header: Headers[string]): string | undefined {
  const first = Array.isArray(header) ? header[0] : header;
  return typeof first === 'object' ? headerText(first) : first;
}

/**
 * Adds the envelope's id if the data has no id. SDKs generate an envelope id at every send, so the envelope id must not override the id
 * that the publisher wrote into the event.
 */
const withId = (data: unknown, id: string): unknown =>
  isJsonObject(data) && data['id'] === undefined ? { ...data, id } : data;

/**
 * Extracts an integration event from a CloudEvents 1.0 envelope: structured mode (header `content-type:
 * application/cloudevents+json`, or an object with `specversion`), or binary mode (header `ce_specversion`; the value is the event).
 * Any other value is returned unchanged.
 * @param text - JSON text of the value, needed for the details of a foreign CloudEvent.
 */
export function unwrap(value: unknown, headers: Headers, text = ''): Unwrapped | Rejected {
  const contentType = textOf(headers['content-type'])?.toLowerCase() ?? '';
  if (contentType.startsWith('application/cloudevents-batch'))
    return reject('invalid_cloud_event', 'a batch of events is not accepted, publish them one by one');
  if (headers['ce_specversion'] !== undefined) return unwrapBinary(value, headers, text);
  return isStructured(value, headers)
    ? unwrapStructured(value, text)
    : { ok: true, event: value, at: '', attributes: {} };
}

/** Whether a value is an envelope with the event in its `data`. */
export function isStructured(value: unknown, headers: Headers): boolean {
  if (headers['ce_specversion'] !== undefined) return false;
  const contentType = textOf(headers['content-type'])?.toLowerCase() ?? '';
  return contentType.startsWith('application/cloudevents') || (isJsonObject(value) && 'specversion' in value);
}

/** Whether a CloudEvent is of a foreign type. Portico derives an event from the attributes of such a CloudEvent. */
export const isForeign = (type: unknown): boolean => typeof type === 'string' && type !== INTEGRATION_EVENT_TYPE;

function unwrapStructured(value: unknown, text: string): Unwrapped | Rejected {
  if (!isJsonObject(value)) return reject('not_an_object', 'the CloudEvent should be a JSON object');
  if (isForeign(value['type'])) return unwrapForeign(value, text);
  const envelope = Structured.safeParse(value, { error: wording });
  if (!envelope.success) return rejectInvalid('invalid_cloud_event', envelope.error, '');
  const { id, data, data_base64 } = envelope.data;
  if (data_base64 === undefined)
    return data === undefined
      ? reject('invalid_cloud_event', 'data should be the event, as an object', '/data')
      : { ok: true, event: withId(data, id), at: '/data', attributes: value };
  if (data !== undefined)
    return reject('invalid_cloud_event', 'data_base64 should not stand beside data', '/data_base64');
  const decoded = dataOf(data_base64);
  return decoded === null
    ? reject('invalid_cloud_event', 'data_base64 should be the event, as an object in base64', '/data_base64')
    : { ok: true, event: withId(decoded.json, id), at: '/data_base64', decoded: decoded.text, attributes: value };
}

function unwrapForeign(value: Readonly<Record<string, unknown>>, text: string): Unwrapped | Rejected {
  const checked = Envelope.safeParse(value, { error: wording });
  if (!checked.success) return rejectInvalid('invalid_cloud_event', checked.error, '');
  const { data, data_base64: base64 } = value;
  if (data !== undefined && base64 !== undefined)
    return reject('invalid_cloud_event', 'data_base64 should not stand beside data', '/data_base64');
  if (base64 !== undefined && (typeof base64 !== 'string' || !BASE64.test(base64)))
    return reject('invalid_cloud_event', 'data_base64 should be text in base64', '/data_base64');
  const envelope = { ...value, ...checked.data };
  const place = base64 === undefined ? '/data' : '/data_base64';
  return {
    ok: true,
    event: { id: envelope.id },
    at: '',
    attributes: value,
    foreign: { envelope, data: dataIn(value, text), place },
  };
}

/** Returns the data of an envelope. Bytes that are not JSON stay in base64. */
function dataIn({ data, data_base64: base64 }: Readonly<Record<string, unknown>>, text: string): Data {
  if (data !== undefined) return { text: memberText(text, 'data') ?? JSON.stringify(data), json: data };
  if (typeof base64 !== 'string') return null;
  const json = { data_base64: base64 };
  return jsonIn(Buffer.from(base64, 'base64')) ?? { text: JSON.stringify(json), json };
}

/** Parses bytes as JSON; null if invalid. */
function jsonIn(marked: Buffer): { text: string; json: unknown } | null {
  const bytes = withoutMark(marked);
  if (!isUtf8(bytes)) return null;
  try {
    const text = bytes.toString();
    return { text, json: JSON.parse(text) };
  } catch {
    return null;
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The JSON object in `data_base64` with its text, or null. */
export function dataOf(base64: unknown): { text: string; json: Record<string, unknown> } | null {
  if (typeof base64 !== 'string' || !BASE64.test(base64)) return null;
  const read = jsonIn(Buffer.from(base64, 'base64'));
  return read && isJsonObject(read.json) ? { text: read.text, json: read.json } : null;
}

/** The attributes of a CloudEvent in binary mode, without the headers' prefix `ce_`. */
export const attributesIn = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, header]) => {
      const text = name.startsWith('ce_') ? textOf(header) : undefined;
      return text === undefined ? [] : [[name.slice(3), text]];
    }),
  );

function unwrapBinary(value: unknown, headers: Headers, text: string): Unwrapped | Rejected {
  const attributes = attributesIn(headers);
  const checked = Envelope.safeParse(attributes, { error: wording });
  if (!checked.success) {
    const { rejection } = rejectInvalid('invalid_cloud_event', checked.error, '');
    return reject(rejection.code, `header ce_${rejection.reason}`);
  }
  const { data: envelope } = checked;
  if (!isForeign(envelope.type)) return { ok: true, event: withId(value, envelope.id), at: '', attributes };
  const foreign = { envelope: { ...attributes, ...envelope }, data: { text, json: value }, place: '' as const };
  return { ok: true, event: { id: envelope.id }, at: '', attributes, foreign };
}
