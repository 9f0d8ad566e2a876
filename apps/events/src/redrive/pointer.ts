import { endOfValue, skipSpace } from '@portico/contracts/common/json-text';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const INDEX = /^(0|[1-9]\d{0,6})$/;

export type Span = { start: number; end: number };
/** A member of an object or an element of a list, and its value. `key`: the member's name; null for an element. */
export type Part = Span & { key: string | null; value: Span };
/** An object or list with its parts. `inner`: the position after the opening bracket. */
export type Container = { kind: 'object' | 'array'; inner: number; parts: Part[] };

export const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The range of the value in a whole text. */
export function rootOf(text: string): Span {
  const start = skipSpace(text, 0);
  return { start, end: endOfValue(text, start) };
}

/**
 * Calls `visit` for each member or element of the object or list at `start`. `visit` returns the end of the value.
 * @returns the end of the object or list.
 */
function walk(
  text: string,
  start: number,
  visit: (part: { key: string | null; start: number; value: number; index: number }) => number,
): number {
  const isObject = text.charCodeAt(start) === OPENING_BRACE;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && !isClosing(text.charCodeAt(at)); index += 1) {
    const part = { key: null as string | null, start: at, value: at, index };
    if (isObject) {
      if (text.charCodeAt(at) !== QUOTE) break;
      const endOfKey = endOfValue(text, at);
      part.key = String(JSON.parse(text.slice(at, endOfKey)));
      part.value = skipSpace(text, skipSpace(text, endOfKey) + 1);
    }
    at = skipSpace(text, visit(part));
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return at + 1;
}

const isClosing = (code: number): boolean => code === CLOSING_BRACE || code === CLOSING_BRACKET;
const isContainer = (code: number): boolean => code === OPENING_BRACE || code === OPENING_BRACKET;

/** Returns null for scalars. */
export function containerAt(text: string, span: Span): Container | null {
  const opening = text.charCodeAt(span.start);
  if (!isContainer(opening)) return null;
  const parts: Part[] = [];
  walk(text, span.start, ({ key, start, value }) => {
    const end = endOfValue(text, value);
    parts.push({ start, end, key, value: { start: value, end } });
    return end;
  });
  return { kind: opening === OPENING_BRACE ? 'object' : 'array', inner: span.start + 1, parts };
}

/** Returns the part with a name or index; the last of duplicate members, like a parser. */
export const partNamed = ({ kind, parts }: Container, token: string): Part | undefined => {
  if (kind === 'object') return parts.findLast(({ key }) => key === token);
  return INDEX.test(token) ? parts[Number(token)] : undefined;
};

/**
 * Returns the value at a pointer; null if missing. Reads each character at most once, whatever the number of tokens.
 * @param tokens - see {@link tokensOf}
 */
export const find = (text: string, tokens: readonly string[]): Span | null =>
  locate(text, skipSpace(text, 0), tokens, 0).found;

function locate(
  text: string,
  start: number,
  tokens: readonly string[],
  depth: number,
): { found: Span | null; end: number } {
  const token = tokens[depth];
  if (token === undefined || !isContainer(text.charCodeAt(start))) {
    const end = endOfValue(text, start);
    return { found: token === undefined ? { start, end } : null, end };
  }
  const wanted = INDEX.test(token) ? Number(token) : -1;
  let found: Span | null = null;
  const end = walk(text, start, ({ key, value, index }) => {
    if (key === null ? index !== wanted : key !== token) return endOfValue(text, value);
    const inner = locate(text, value, tokens, depth + 1);
    found = inner.found;
    return inner.end;
  });
  return { found, end };
}
