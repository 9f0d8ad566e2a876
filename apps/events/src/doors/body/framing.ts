import type { IncomingHttpHeaders } from 'node:http';
import { INGEST_MEDIA } from '@portico/contracts/http/ingest';
import { Problem } from '@portico/service';
import { attributesOf } from './cloud-event-headers.ts';

type Media = (typeof INGEST_MEDIA)[number];

/**
 * The format of a body. `value`: one event or an array of events. `event`: one event, even if it is an array. `array`: an array only.
 * `lines`: one event per line.
 */
export type Framing = {
  form: 'value' | 'event' | 'array' | 'lines';
  isPacked: boolean;
  /** Kafka headers of each event; no other headers of the request are passed on. */
  headers: Readonly<Record<string, string>>;
};

/** Maximum length of a content type stored with an event. */
const MAX_CONTENT_TYPE = 256;
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

const isMedia = (type: string): type is Media => INGEST_MEDIA.some((media) => media === type);
const unsupported = (message: string): Problem => new Problem('unsupported_media_type', message);

/**
 * Parses the headers that describe the body.
 * @throws Problem `unsupported_media_type`, `malformed_request`
 */
export function readFraming(headers: IncomingHttpHeaders): Framing {
  const isPacked = readEncoding(headers['content-encoding']);
  const contentType = headers['content-type'];
  const media = readMedia(contentType);
  const attributes = attributesOf(headers);
  if (media === 'application/cloudevents+json') return { form: 'event', isPacked, headers: { 'content-type': media } };
  if (media === 'application/cloudevents-batch+json')
    return { form: 'array', isPacked, headers: { 'content-type': 'application/cloudevents+json' } };
  const isBinary = attributes['ce_specversion'] !== undefined;
  if (media === 'application/x-ndjson') {
    if (isBinary)
      throw new Problem('malformed_request', 'ce- headers are those of one event: send it as application/json');
    return { form: 'lines', isPacked, headers: { 'content-type': 'application/json' } };
  }
  const kept: Record<string, string> =
    contentType === undefined ? {} : { 'content-type': contentType.slice(0, MAX_CONTENT_TYPE) };
  return isBinary
    ? { form: 'event', isPacked, headers: { ...kept, ...attributes } }
    : { form: 'value', isPacked, headers: kept };
}

/** The default content type is JSON. */
function readMedia(contentType = 'application/json'): Media {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const media = type.trim();
  if (!isMedia(media)) throw unsupported(`The content type should be one of ${INGEST_MEDIA.join(', ')}`);
  const [, charset = 'utf-8'] = /(?:^|;)\s*charset\s*=\s*"?([^";\s]*)/.exec(parameters.join(';')) ?? [];
  if (!CHARSETS.has(charset)) throw unsupported('The charset should be utf-8');
  return media;
}

/** Whether the body is compressed with gzip. */
function readEncoding(encoding = 'identity'): boolean {
  const name = encoding.trim().toLowerCase();
  if (name === 'gzip' || name === 'x-gzip') return true;
  if (name === 'identity' || name === '') return false;
  throw unsupported('The content encoding should be gzip, or none');
}
