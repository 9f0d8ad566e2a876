import { isUtf8 } from 'node:buffer';
import { MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import { MAX_INGEST_EVENTS } from '@portico/contracts/http/ingest';
import { Problem } from '@portico/service';
import { arrayTexts } from './array-texts.ts';
import type { Framing } from './framing.ts';
import { tooManyEvents, type Value } from './value.ts';

const LINE_FEED = 0x0a;
const OPENING_BRACKET = 0x5b;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * The values of a body, each as the text that it has there.
 * @throws Problem `malformed_request` when an array breaks off, with the place; `payload_too_large` for too many events.
 */
export function split(body: Buffer, form: Framing['form']): Value[] {
  const value = trim(body);
  if (form === 'lines') return lines(value).map(readValue);
  if (value.length === 0) throw new Problem('malformed_request', 'The body is empty');
  const isArray = value[0] === OPENING_BRACKET;
  if (form === 'array' && !isArray) throw new Problem('malformed_request', 'The body should be an array of events');
  if (form === 'event' || !isArray) return [readValue(value)];
  if (!isUtf8(body)) throw new Problem('malformed_request', 'The body is not UTF-8');
  return arrayTexts(body.toString());
}

function lines(body: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let from = 0; from < body.length;) {
    const end = body.indexOf(LINE_FEED, from);
    const line = trim(body.subarray(from, end < 0 ? body.length : end));
    if (line.length > 0 && found.push(line) > MAX_INGEST_EVENTS) throw tooManyEvents();
    from = end < 0 ? body.length : end + 1;
  }
  return found;
}

/** What stands in these bytes; those that are too long for an event are not looked into. */
export function readValue(bytes: Buffer): Value {
  if (bytes.length > MAX_EVENT_BYTES || !isUtf8(bytes)) return { bytes };
  const text = bytes.toString();
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { bytes };
  }
}

function trim(bytes: Buffer): Buffer {
  let [begin, end] = [0, bytes.length];
  while (begin < end && BLANKS.has(bytes[begin] ?? 0)) begin += 1;
  while (end > begin && BLANKS.has(bytes[end - 1] ?? 0)) end -= 1;
  return bytes.subarray(begin, end);
}
