import { isUtf8 } from 'node:buffer';
import { wording } from '@portico/contracts/common/error-map';
import { INTEGRATION_EVENT_TYPE } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { z } from 'zod';
import { withoutMark } from './byte-order-mark.ts';
import type { Attributes } from './derived.ts';
import { isJsonObject } from '../text/json-text.ts';
import { type Rejected, reject, rejectInvalid } from './rejection.ts';

/** Kafka's headers as kafkajs hands them on. */
export type Headers = Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>>;

/**
 * What the envelope says, wherever it stood. `at` is the JSON pointer of the event in the published value: its top, `data` or
 * `data_base64`, of which `decoded` is the text then.
 */
export type Unwrapped = { ok: true; event: unknown; at: string; decoded?: string; attributes: Attributes };

const JSON_MEDIA_TYPE = /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i;

const attributes = {
  specversion: z.literal('1.0', 'should be 1.0'),
  id: z.string('should be text').min(1, 'should not be empty'),
  source: z.string('should be text').min(1, 'should not be empty'),
  type: z.literal(INTEGRATION_EVENT_TYPE, `should be ${INTEGRATION_EVENT_TYPE}`),
};

const Structured = z.object({
  ...attributes,
  datacontenttype: z.string().regex(JSON_MEDIA_TYPE, 'should be application/json').optional(),
  data: z.record(z.string(), z.unknown(), { error: 'should be the event, as an object' }).optional(),
  data_base64: z.string('should be text in base64').optional(),
});
const Binary = z.object(attributes);

const textOf = (header: Headers[string]): string | undefined =>
  (Array.isArray(header) ? header[0] : header)?.toString();

/**
 * `data.id` is the event's id. Where the data has none, the envelope's id is taken: SDKs make one up at every send when
 * they are given none, so it must not override what the publisher wrote into the event.
 */
const withId = (data: unknown, id: string): unknown =>
  isJsonObject(data) && data['id'] === undefined ? { ...data, id } : data;

/**
 * Takes an integration event out of its CloudEvents 1.0 envelope: structured mode (header `content-type:
 * application/cloudevents+json`, or an object with `specversion`), binary mode (header `ce_specversion`; the value is the
 * event itself). Anything else is the event as it is.
 */
export function unwrap(value: unknown, headers: Headers): Unwrapped | Rejected {
  const contentType = textOf(headers['content-type'])?.toLowerCase() ?? '';
  if (contentType.startsWith('application/cloudevents-batch'))
    return reject('invalid_cloud_event', 'a batch of events is not accepted, publish them one by one');
  if (headers['ce_specversion'] !== undefined) return unwrapBinary(value, headers);
  return isStructured(value, headers) ? unwrapStructured(value) : { ok: true, event: value, at: '', attributes: {} };
}

/** Whether a value is an envelope with the event in its `data`. */
export function isStructured(value: unknown, headers: Headers): boolean {
  if (headers['ce_specversion'] !== undefined) return false;
  const contentType = textOf(headers['content-type'])?.toLowerCase() ?? '';
  return contentType.startsWith('application/cloudevents') || (isJsonObject(value) && 'specversion' in value);
}

function unwrapStructured(value: unknown): Unwrapped | Rejected {
  if (!isJsonObject(value)) return reject('not_an_object', 'the CloudEvent should be a JSON object');
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

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The JSON object that stands in `data_base64`, and its text; null when there is none. */
export function dataOf(base64: unknown): { text: string; json: Record<string, unknown> } | null {
  if (typeof base64 !== 'string' || !BASE64.test(base64)) return null;
  const bytes = withoutMark(Buffer.from(base64, 'base64'));
  if (!isUtf8(bytes)) return null;
  try {
    const text = bytes.toString();
    const json: unknown = JSON.parse(text);
    return isJsonObject(json) ? { text, json } : null;
  } catch {
    return null;
  }
}

const attributesIn = (headers: Headers): Attributes =>
  forFields(DERIVED_FIELDS, (name) => textOf(headers[`ce_${name}`]));

function unwrapBinary(value: unknown, headers: Headers): Unwrapped | Rejected {
  const envelope = Binary.safeParse(
    {
      specversion: textOf(headers['ce_specversion']),
      id: textOf(headers['ce_id']),
      source: textOf(headers['ce_source']),
      type: textOf(headers['ce_type']),
    },
    { error: wording },
  );
  if (envelope.success)
    return { ok: true, event: withId(value, envelope.data.id), at: '', attributes: attributesIn(headers) };
  const { rejection } = rejectInvalid('invalid_cloud_event', envelope.error, '');
  return reject(rejection.code, `header ce_${rejection.reason}`);
}
