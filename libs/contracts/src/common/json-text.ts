/**
 * Scans JSON text without parsing it. The text must be valid JSON: for other text the results are meaningless, but still take linear
 * time. Positions are string indexes.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
// Comparisons are ten times faster than a lookup in a set. These functions run for every character of every event.
const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;
/** Blank, tab, line feed, carriage return. */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

/** The end of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  const quote = text.indexOf('"', from + 1);
  if (quote > 0 && text.charCodeAt(quote - 1) !== BACKSLASH) return quote + 1;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length + 1;
}

/** The end of the value that begins at `from`. */
export function endOfValue(text: string, from: number): number {
  if (text.charCodeAt(from) === QUOTE) return endOfString(text, from);
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at;
  }
  return text.length;
}

/** The start of the next token. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The range of a value: its first position and the one after its last. */
type Place = { begin: number; end: number };

/** The range of a member's value. If the object repeats the name, the last member counts, as in `JSON.parse`. */
export function memberPlace(object: string, name: string): Place | null {
  const quoted = `"${name}"`;
  let found: Place | null = null;
  let at = skipSpace(object, object.indexOf('{') + 1);
  while (object.charCodeAt(at) === QUOTE) {
    const endOfKey = endOfString(object, at);
    const isIt = endOfKey - at >= quoted.length && isString(object.slice(at, endOfKey), quoted, name);
    const begin = skipSpace(object, skipSpace(object, endOfKey) + 1);
    const end = endOfValue(object, begin);
    if (isIt) found = { begin, end };
    at = skipSpace(object, end);
    if (object.charCodeAt(at) === COMMA) at = skipSpace(object, at + 1);
  }
  return found;
}

/** Whether a JSON string equals `name`. `quoted` is the usual spelling of `name`; any other spelling is longer. */
const isString = (string: string, quoted: string, name: string): boolean =>
  string.length === quoted.length
    ? string === quoted
    : string.length > quoted.length && string.includes('\\') && JSON.parse(string) === name;

/** The unchanged text of a member's value. */
export function memberText(object: string, name: string): string | null {
  const place = memberPlace(object, name);
  return place && object.slice(place.begin, place.end);
}

/** Replaces line breaks by spaces. This preserves the JSON value, because JSON has line breaks only between tokens. */
export const onOneLine = (text: string): string => text.replaceAll(/[\n\r]+/g, ' ');

const TOKEN_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

/**
 * Whether a JavaScript parser would preserve the whole text. A parser does not preserve numbers beyond 2^53, some spellings of
 * numbers and strings, the order of numeric member names, repeated members, or a member `__proto__`.
 */
export function survivesParsing(text: string): boolean {
  if (text.includes('__proto__')) return false;
  const read = JSON.stringify(JSON.parse(text));
  return read === text || read === text.replaceAll(TOKEN_OR_SPACE, '$1');
}

/** Whether a parsed JSON value is an object and not an array. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
