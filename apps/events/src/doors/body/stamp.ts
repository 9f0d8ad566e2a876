import type { Headers } from '../../judge/cloud-event.ts';
import { attributesIn, dataOf, isForeign, isStructured } from '../../judge/cloud-event.ts';
import { isJsonObject, memberPlace, skipSpace } from '@portico/contracts/common/json-text';

/** Fields that the service adds to an event that lacks them. `organization_id` is null for an integration without an organization. */
export type Stamp = { source_id: number; organization_id: number | null };

const FIELDS = ['source_id', 'organization_id'] as const;

/**
 * Adds the stamp's fields to an event that lacks them, in front of its other members. The rest of the text stays unchanged, and so
 * does a value that is not an object.
 * @param json - the parsed `text`.
 */
export function stamp(text: string, json: unknown, headers: Headers, fields: Stamp): string {
  // The data of a CloudEvent with a foreign type belongs to its producer, so the text stays unchanged. A Kafka header contains the sender
  // instead.
  if (isForeignEnvelope(json, headers)) return text;
  if (!isStructured(json, headers) || !isJsonObject(json)) return stampObject(text, json, skipSpace(text, 0), fields);
  const encoded = encodedIn(json);
  const place = memberPlace(text, encoded ? 'data_base64' : 'data');
  if (!place) return text;
  if (!encoded) return stampObject(text, json['data'], place.begin, fields);
  const stamped = stampObject(encoded.text, encoded.json, skipSpace(encoded.text, 0), fields);
  return `${text.slice(0, place.begin)}"${Buffer.from(stamped).toString('base64')}"${text.slice(place.end)}`;
}

const isForeignEnvelope = (json: unknown, headers: Headers): boolean =>
  isStructured(json, headers)
    ? isJsonObject(json) && isForeign(json['type'])
    : headers['ce_specversion'] !== undefined && isForeign(attributesIn(headers)['type']);

/** The event in an envelope's `data_base64`; null if the envelope has `data`, or its base64 data is not a JSON object. */
const encodedIn = (envelope: Record<string, unknown>) =>
  envelope['data'] === undefined ? dataOf(envelope['data_base64']) : null;

/** @param begin - position of the object in the text. */
function stampObject(text: string, event: unknown, begin: number, fields: Stamp): string {
  if (!isJsonObject(event)) return text;
  const missing = FIELDS.filter((name) => !Object.hasOwn(event, name) && fields[name] !== null);
  if (missing.length === 0) return text;
  const first = begin + 1;
  const members = missing.map((name) => `"${name}":${fields[name]}`).join(',');
  const comma = text[skipSpace(text, first)] === '}' ? '' : ',';
  return `${text.slice(0, first)}${members}${comma}${text.slice(first)}`;
}

/** Reads an event's id before the event is validated; null if the event has no valid id. */
export function idOf(json: unknown, headers: Readonly<Record<string, string>>): string | null {
  const envelope = isStructured(json, headers) && isJsonObject(json) ? json : null;
  const event = envelope ? (encodedIn(envelope)?.json ?? envelope['data']) : json;
  const isOwn = !isForeignEnvelope(json, headers);
  const own = isOwn && isJsonObject(event) ? event['id'] : undefined;
  const id = own === undefined ? (envelope ? envelope['id'] : headers['ce_id']) : own;
  return typeof id === 'string' && id.length <= 128 ? id : null;
}
