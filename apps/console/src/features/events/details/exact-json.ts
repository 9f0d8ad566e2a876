import type { EventRow } from '@portico/contracts/http/events';

/** A number as the publisher wrote it, because JavaScript cannot represent some numbers, such as 9007199254740993. */
export class ExactNumber {
  constructor(readonly text: string) {}
}

/** An object with its members as the publisher wrote them, in order and with any name. */
export class ExactObject {
  constructor(
    readonly entries: readonly (readonly [name: string, value: unknown])[],
    readonly text: string,
  ) {}
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y;

/** Parses valid JSON. Returns objects as {@link ExactObject} and numbers as {@link ExactNumber}. */
function readExact(text: string): unknown {
  let at = 0;
  const next = (): string => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1] ?? '';
    at = TOKEN.lastIndex;
    return token;
  };
  const read = (token: string): unknown => {
    if (token === '{') return readObject(at - 1);
    if (token === '[') return readList();
    return /^[-\d]/.test(token) ? new ExactNumber(token) : (JSON.parse(token) as unknown);
  };
  const readObject = (begin: number): ExactObject => {
    const entries: [string, unknown][] = [];
    for (let token = next(); token !== '}' && token !== ''; token = next()) {
      if (token === ',') continue;
      next(); // skips the colon
      entries.push([String(JSON.parse(token)), read(next())]);
    }
    return new ExactObject(entries, text.slice(begin, at));
  };
  const readList = (): unknown[] => {
    const items: unknown[] = [];
    for (let token = next(); token !== ']' && token !== ''; token = next()) if (token !== ',') items.push(read(token));
    return items;
  };
  return read(next());
}

/** The event's details as published, without the message. */
export function otherDetails({ details, details_text: text }: EventRow): object {
  if (text === undefined) {
    const { message: _, ...rest } = details;
    return rest;
  }
  const exact = readExact(text);
  if (!(exact instanceof ExactObject)) return {};
  return new ExactObject(
    exact.entries.filter(([name]) => name !== 'message'),
    exact.text,
  );
}

export const isEmpty = (value: object): boolean =>
  (value instanceof ExactObject ? value.entries : Object.keys(value)).length === 0;

export function exactEvent(row: EventRow): object {
  const { details_text: text, hidden: _, ...event } = row;
  return text === undefined ? event : { ...event, details: readExact(text) };
}

/** Serializes a value that may contain {@link ExactObject} or {@link ExactNumber}. */
export function exactText(value: unknown): string {
  if (value instanceof ExactNumber || value instanceof ExactObject) return value.text;
  if (Array.isArray(value)) return `[${value.map(exactText).join(', ')}]`;
  return JSON.stringify(value, null, 2);
}

/** The whole event as JSON, with its details as published. */
export function eventText(row: EventRow): string {
  const { details_text: text, details, hidden: _, ...event } = row;
  if (text === undefined) return JSON.stringify({ ...event, details }, null, 2);
  return `${JSON.stringify(event, null, 2).slice(0, -2)},\n  "details": ${text}\n}`;
}
