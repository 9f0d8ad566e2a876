import { MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import type { PatchOperation } from '@portico/contracts/http/redrives';
import { type Container, containerAt, find, type Part, partNamed, rootOf, type Span, tokensOf } from './pointer.ts';
import { sameJson } from './same-json.ts';

/** An error whose message tells the author of a correction why the correction does not apply to an event. */
export class Inapplicable extends Error {}

/**
 * Applies a JSON Patch (RFC 6902) to JSON text. Untouched, moved and copied parts keep their spelling, including numbers beyond 2^53,
 * member order and blanks.
 * @param text - valid JSON.
 * @throws Inapplicable if an operation or test fails.
 */
export const patchText = (text: string, patch: readonly PatchOperation[]): string =>
  patch.reduce((before, operation) => limited(before, apply(before, operation)), text);

/**
 * Returns `after` if it fits into an event, or is no longer than `before`, so that several operations can shorten an event that was
 * too long. Every operation calls this, so a chain of copies stops at the first copy that is too long.
 * @throws Inapplicable if `after` is too long.
 */
export function limited(before: string, after: string): string {
  const bytes = Buffer.byteLength(after);
  if (bytes <= MAX_EVENT_BYTES || bytes <= Buffer.byteLength(before)) return after;
  throw new Inapplicable(`The event would have ${bytes} bytes, at most ${MAX_EVENT_BYTES} are allowed`);
}

function apply(text: string, operation: PatchOperation): string {
  switch (operation.op) {
    case 'add':
      return add(text, operation.path, JSON.stringify(operation.value));
    case 'replace':
      return replace(text, existing(text, operation.path), JSON.stringify(operation.value));
    case 'remove':
      return remove(text, operation.path);
    case 'copy':
      return copy(text, operation);
    case 'move':
      return move(text, operation);
    case 'test': {
      const { start, end } = existing(text, operation.path);
      if (sameJson(JSON.parse(text.slice(start, end)), operation.value)) return text;
      throw new Inapplicable(`${shown(operation.path)} has another value than the one that is tested for`);
    }
  }
}

function copy(text: string, { from, path }: { from: string; path: string }): string {
  const copied = textAt(text, from);
  if (path.startsWith(`${from}/`)) throw new Inapplicable(`${shown(from)} cannot be copied into itself`);
  return add(text, path, copied);
}

function move(text: string, { from, path }: { from: string; path: string }): string {
  const moved = textAt(text, from);
  if (from === path) return text;
  if (path.startsWith(`${from}/`)) throw new Inapplicable(`${shown(from)} cannot be moved into itself`);
  return add(remove(text, from), path, moved);
}

const shown = (path: string): string => (path === '' ? 'The whole value' : path);

const replace = (text: string, { start, end }: Span, value: string): string =>
  text.slice(0, start) + value + text.slice(end);

function existing(text: string, path: string): Span {
  const span = find(text, tokensOf(path));
  if (!span) throw new Inapplicable(`The event has no value at ${path}`);
  return span;
}

function textAt(text: string, path: string): string {
  const { start, end } = existing(text, path);
  return text.slice(start, end);
}

/** Returns the parent `container` of the value at `path`, and the value's name or index `token` within it. */
function placeOf(text: string, path: string): { container: Container; token: string } {
  const tokens = tokensOf(path);
  const token = tokens.pop() ?? '';
  const span = find(text, tokens);
  const container = span && containerAt(text, span);
  if (!container) throw new Inapplicable(`The event has no object or list that could contain ${path}`);
  return { container, token };
}

function add(text: string, path: string, value: string): string {
  if (path === '') return replace(text, rootOf(text), value);
  const { container, token } = placeOf(text, path);
  if (container.kind === 'array') return insert(text, container, indexOf(container, token, path), value);
  const part = partNamed(container, token);
  if (part) return replace(text, part.value, value);
  return insert(text, container, container.parts.length, `${JSON.stringify(token)}:${value}`);
}

function indexOf({ parts }: Container, token: string, path: string): number {
  const index = token === '-' ? parts.length : Number(token);
  if ((token === '-' || /^(0|[1-9]\d{0,6})$/.test(token)) && index <= parts.length) return index;
  throw new Inapplicable(`The list has no position ${path}`);
}

/** Inserts a part. Precedes the new part with the blanks of the first part, so that both have the same format. */
function insert(text: string, { inner, parts }: Container, index: number, part: string): string {
  const [first] = parts;
  if (!first) return text.slice(0, inner) + part + text.slice(inner);
  const blanks = text.slice(inner, first.start);
  const next = parts[index];
  if (next) return `${text.slice(0, next.start)}${part},${blanks}${text.slice(next.start)}`;
  const { end } = parts.at(-1) ?? first;
  return `${text.slice(0, end)},${blanks}${part}${text.slice(end)}`;
}

/** Removes all duplicates of a member, because a parser would otherwise use an earlier duplicate. */
function remove(text: string, path: string): string {
  existing(text, path);
  if (path === '') throw new Inapplicable('A correction cannot remove the whole event');
  const { container, token } = placeOf(text, path);
  const { kind, parts } = container;
  const element = kind === 'array' ? partNamed(container, token) : undefined;
  const isRemoved = (part: Part): boolean => (kind === 'object' ? part.key === token : part === element);
  const lastKept = parts.findLastIndex((part) => !isRemoved(part));
  const texts: string[] = [];
  let from = 0;
  for (const [index, part] of parts.slice(0, lastKept + 1).entries()) {
    if (!isRemoved(part)) continue;
    texts.push(text.slice(from, part.start));
    from = parts[index + 1]?.start ?? part.end;
  }
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || lastKept === parts.length - 1) return texts.join('') + text.slice(from);
  return texts.join('') + text.slice(from, parts[lastKept]?.end ?? first.start) + text.slice(last.end);
}
