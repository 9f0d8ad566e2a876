import { isUtf8 } from 'node:buffer';
import { MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import { MAX_INGEST_EVENTS } from '@portico/contracts/http/ingest';
import { Problem } from '@portico/service';
import { ByteTurns } from '../../judge/byte-turns.ts';
import { withoutMark } from '../../judge/byte-order-mark.ts';
import { arrayTexts } from './array-texts.ts';
import type { Framing } from './framing.ts';
import { tooManyEvents, type Value } from './value.ts';

const LINE_FEED = 0x0a;
const OPENING_BRACKET = 0x5b;
/** Whether a byte is white space in JSON: blank, tab, line feed or carriage return. */
const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === LINE_FEED || byte === 0x0d;

/**
 * Splits a body into its values, and parses them in several turns of the event loop.
 * @throws Problem `malformed_request` with the position of a syntax error in an array; `payload_too_large` for too many events.
 */
export async function split(marked: Buffer, form: Framing['form']): Promise<Value[]> {
  const body = withoutMark(marked);
  const value = trim(body);
  if (form === 'lines') return inTurns(lines(value));
  if (value.length === 0) throw new Problem('malformed_request', 'The body is empty');
  const isArray = value[0] === OPENING_BRACKET;
  if (form === 'array' && !isArray) throw new Problem('malformed_request', 'The body should be an array of events');
  if (form === 'event' || !isArray) return [readValue(value)];
  if (!isUtf8(body)) throw new Problem('malformed_request', 'The body is not UTF-8');
  return inTurns(arrayTexts(body.toString()));
}

async function inTurns(values: Iterable<Value>): Promise<Value[]> {
  const turns = new ByteTurns();
  const found: Value[] = [];
  for (const value of values) {
    found.push(value);
    await turns.spend('text' in value ? value.text.length : value.bytes.length);
  }
  return found;
}

/** Yields the value of each non-blank line. Skips any number of blank lines at once. */
function* lines(body: Buffer): Generator<Value> {
  let from = skipBlanks(body, 0);
  for (let count = 1; from < body.length; count += 1) {
    if (count > MAX_INGEST_EVENTS) throw tooManyEvents();
    const end = body.indexOf(LINE_FEED, from);
    yield readValue(trim(body.subarray(from, end < 0 ? body.length : end)));
    from = end < 0 ? body.length : skipBlanks(body, end + 1);
  }
}

/** Parses a value. Returns bytes if the value is too long for an event, not UTF-8, or not JSON. */
export function readValue(marked: Buffer): Value {
  const bytes = withoutMark(marked);
  if (bytes.length > MAX_EVENT_BYTES || !isUtf8(bytes)) return { bytes };
  const text = bytes.toString();
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { bytes };
  }
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at += 1;
  return at;
}

function trim(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && isBlank(bytes[end - 1])) end -= 1;
  const begin = skipBlanks(bytes, 0);
  return bytes.subarray(begin, Math.max(begin, end));
}
