import { endOfValue, skipSpace } from '../judge/json-text.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;

/** Where something stands in a JSON text: its first position, and the one after its last. */
export type Span = { start: number; end: number };
/** A member or an element: as a whole, and its value; `key` is an object's. */
export type Part = Span & { key: string | null; value: Span };
/** What has parts, and where they stand. `inner` is where the first one begins, or would. */
export type Container = { kind: 'object' | 'array'; span: Span; inner: number; parts: Part[] };

/** RFC 6901: the names and indexes on the way. */
export const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value of a whole text. */
export function rootOf(text: string): Span {
  const start = skipSpace(text, 0);
  return { start, end: endOfValue(text, start) };
}

/** The members or elements of the value that stands there; null when it has none, being a text, a number or a literal. */
export function containerAt(text: string, span: Span): Container | null {
  const opening = text.charCodeAt(span.start);
  if (opening !== OPENING_BRACE && opening !== OPENING_BRACKET) return null;
  const isObject = opening === OPENING_BRACE;
  const parts: Part[] = [];
  let at = skipSpace(text, span.start + 1);
  while (at < span.end - 1) {
    const start = at;
    let key: string | null = null;
    if (isObject) {
      if (text.charCodeAt(at) !== QUOTE) break;
      const endOfKey = endOfValue(text, at);
      key = String(JSON.parse(text.slice(at, endOfKey)));
      at = skipSpace(text, skipSpace(text, endOfKey) + 1);
    }
    const end = endOfValue(text, at);
    parts.push({ start, end, key, value: { start: at, end } });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return { kind: isObject ? 'object' : 'array', span, inner: span.start + 1, parts };
}

/** Of several members of one name the last, as a parser takes it. */
export const partNamed = ({ kind, parts }: Container, token: string): Part | undefined => {
  if (kind === 'object') return parts.findLast(({ key }) => key === token);
  return /^(0|[1-9]\d{0,6})$/.test(token) ? parts[Number(token)] : undefined;
};

/** The value that a pointer leads to; null when there is none. @param tokens - see {@link tokensOf} */
export function find(text: string, tokens: readonly string[]): Span | null {
  let span = rootOf(text);
  for (const token of tokens) {
    const container = containerAt(text, span);
    const part = container && partNamed(container, token);
    if (!part) return null;
    span = part.value;
  }
  return span;
}
