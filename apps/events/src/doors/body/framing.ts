import type { IncomingHttpHeaders } from 'node:http';
import { INGEST_MEDIA } from '@portico/contracts/http/ingest';
import { Problem } from '@portico/service';
import { headerText } from '../../judge/header-text.ts';

/** Matches the header of a CloudEvents attribute, whose name consists of lower-case letters and digits. */
const ATTRIBUTE = /^ce-([a-z0-9]{1,64})$/;

/**
 * Converts attribute headers of a binary-mode CloudEvent from HTTP's names (`ce-id`) to Kafka's names (`ce_id`). Values are unquoted
 * and percent-decoded once; invalid encodings stay unchanged. Bytes that are not UTF-8 are read as Latin-1.
 */
function attributesOf(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const [, attribute] = ATTRIBUTE.exec(name) ?? [];
    if (attribute !== undefined && value !== undefined) found[`ce_${attribute}`] = decode([value].flat().join(', '));
  }
  return found;
}

/** Decodes a header value as UTF-8, from the bytes that Node has decoded as Latin-1. */
const decode = (value: string): string =>
  unquote(headerText(Buffer.from(value, 'latin1'))).replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeRun);

const unquote = (value: string): string =>
  /^".*"$/.test(value) && value.length > 1 ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

type Media = (typeof INGEST_MEDIA)[number];

/**
 * The format of a body. `value`: one event or an array of events. `event`: one event, even if the body is an array. `array`: only an array.
 * `lines`: one event per line.
 */
export type Framing = {
  form: 'value' | 'event' | 'array' | 'lines';
  isPacked: boolean;
  /** Kafka headers of each event. All other headers of the request are dropped. */
  headers: Readonly<Record<string, string>>;
};

/** Maximum characters of a content type stored with an event; the rest is cut off. */
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
    if (isBinary) throw new Problem('malformed_request', 'ce- headers describe one event: send it as application/json');
    return { form: 'lines', isPacked, headers: { 'content-type': 'application/json' } };
  }
  const typeHeader: Record<string, string> =
    contentType === undefined ? {} : { 'content-type': contentType.slice(0, MAX_CONTENT_TYPE) };
  return isBinary
    ? { form: 'event', isPacked, headers: { ...typeHeader, ...attributes } }
    : { form: 'value', isPacked, headers: typeHeader };
}

/** Returns the media type of the body, `application/json` by default. */
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
  throw unsupported('The content encoding should be gzip or absent');
}
