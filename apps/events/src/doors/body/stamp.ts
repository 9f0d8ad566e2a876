import type { Headers } from '../../judge/cloud-event.ts';
import { attributesIn, dataOf, isForeign, isStructured } from '../../judge/cloud-event.ts';
import { isJsonObject, memberPlace, skipSpace } from '@portico/contracts/common/json-text';

/** What the key says of an event that says nothing itself. An integration of no organization has none. */
export type Stamp = { source_id: number; organization_id: number | null };

const FIELDS = ['source_id', 'organization_id'] as const;

/**
 * The text of a value with the stamp's fields where the event has none, put in front of its other members; everything
 * else stands there as it did. What is no object, or says both itself, stays as it is.
 * @param json - what is read in `text`.
 */
export function stamp(text: string, json: unknown, headers: Headers, fields: Stamp): string {
  // The data of a foreign CloudEvent is its producer's own: the door's header says who sent it.
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

/** The event that an envelope has as base64, if it is in no other way there. */
const encodedIn = (envelope: Record<string, unknown>) =>
  envelope['data'] === undefined ? dataOf(envelope['data_base64']) : null;

/** @param begin - where the object stands in the text. */
function stampObject(text: string, event: unknown, begin: number, fields: Stamp): string {
  if (!isJsonObject(event)) return text;
  const missing = FIELDS.filter((name) => !Object.hasOwn(event, name) && fields[name] !== null);
  if (missing.length === 0) return text;
  const first = begin + 1;
  const members = missing.map((name) => `"${name}":${fields[name]}`).join(',');
  const comma = text[skipSpace(text, first)] === '}' ? '' : ',';
  return `${text.slice(0, first)}${members}${comma}${text.slice(first)}`;
}

/** The event's own id as it can be read before it is judged; null where it is none. */
export function idOf(json: unknown, headers: Readonly<Record<string, string>>): string | null {
  const envelope = isStructured(json, headers) && isJsonObject(json) ? json : null;
  const event = envelope ? (encodedIn(envelope)?.json ?? envelope['data']) : json;
  const isOwn = !isForeignEnvelope(json, headers);
  const own = isOwn && isJsonObject(event) ? event['id'] : undefined;
  const id = own === undefined ? (envelope ? envelope['id'] : headers['ce_id']) : own;
  return typeof id === 'string' && id.length <= 128 ? id : null;
}
