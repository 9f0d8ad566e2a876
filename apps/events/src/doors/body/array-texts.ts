import { MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import { MAX_INGEST_EVENTS } from '@portico/contracts/http/ingest';
import { Problem } from '@portico/service';
import { endOfValue, skipSpace } from '@portico/contracts/common/json-text';
import { tooManyEvents, type Value } from './value.ts';

const BRACKET = ']';
const LINE_FEED = 0x0a;

/** A syntax error in an array. `at`: position in the text. `index`: number of the broken event, starting at 0. */
class Broken extends Error {
  constructor(
    readonly at: number,
    readonly index: number,
  ) {
    super('the array is broken');
  }
}

/**
 * Yields the text and the parsed value of each array element. For an element longer than an event may be, yields only its bytes.
 * @throws Problem
 */
export function* arrayTexts(text: string): Generator<Value> {
  try {
    yield* elements(text);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const message = `The array is not JSON: ${placeIn(text, error.at)}, at event ${error.index}`;
    throw new Problem('malformed_request', message, [{ pointer: `/${error.index}`, message }]);
  }
}

function* elements(text: string): Generator<Value> {
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  if (text[at] === BRACKET) return expectEnd(text, at, 0);
  for (let index = 0; ; index += 1) {
    if (index >= MAX_INGEST_EVENTS) throw tooManyEvents();
    const end = endOfValue(text, at);
    yield toValue(text.slice(at, end), at, index);
    const next = skipSpace(text, end);
    if (text[next] === BRACKET) return expectEnd(text, next, index);
    if (text[next] !== ',') throw new Broken(next, index);
    at = skipSpace(text, next + 1);
  }
}

function expectEnd(text: string, bracket: number, index: number): void {
  const end = skipSpace(text, bracket + 1);
  if (end < text.length) throw new Broken(end, index);
}

function toValue(text: string, from: number, index: number): Value {
  // A UTF-16 code unit has at most three bytes in UTF-8, so the bytes of a short text need not be counted.
  if (text.length * 3 > MAX_EVENT_BYTES && Buffer.byteLength(text) > MAX_EVENT_BYTES)
    return { bytes: Buffer.from(text) };
  try {
    return { text, json: JSON.parse(text) };
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    throw new Broken(from + Number(position ?? 0), index);
  }
}

/** Describes a position in the text by line and column, both starting at 1. */
function placeIn(text: string, at: number): string {
  if (at >= text.length) return 'it is incomplete';
  let [line, begin] = [1, 0];
  for (let index = 0; index < at; index += 1) {
    if (text.charCodeAt(index) !== LINE_FEED) continue;
    line += 1;
    begin = index + 1;
  }
  return `see line ${line}, column ${at - begin + 1}`;
}
