import { fold } from './search-text.ts';

/** Between a path's names, and between a path and its value: no name in `details` that has it can be asked for. */
export const BETWEEN = '\u001f';
export const WITHIN = '\u001e';
/** Characters; longer texts are found by their beginning alone. */
export const MAX_TEXT = 256;
/** Bytes; what has a longer path is not found by its field. */
export const MAX_PATH = 256;
/** What lies deeper is not found by its field. */
export const MAX_DEPTH = 8;
/** Further values of one event are not found by their field. */
export const MAX_DETAILS_TERMS = 128;

export const MESSAGE = 'message';

/** The term of a path: there is a value, or a list or object, at it. */
export const pathTerm = (path: readonly string[]): string => path.join(WITHIN);
export const numberTerm = (path: string, value: number): string => `${numberPrefix(path)}${sortable(value)}`;
export const numberPrefix = (path: string): string => `${path}${BETWEEN}#`;
export const textTerm = (path: string, text: string): string => `${textPrefix(path)}${foldText(text)}`;
export const literalTerm = (path: string, value: boolean | null): string => `${path}${BETWEEN}${value}`;
export const textPrefix = (path: string): string => `${path}${BETWEEN}"`;
export const foldText = (text: string): string => fold(cut(text).toWellFormed());
const cut = (text: string): string =>
  text.length > MAX_TEXT
    ? Array.from(text.slice(0, MAX_TEXT * 2))
        .slice(0, MAX_TEXT)
        .join('')
    : text;

/**
 * What a query can find of an event's details: each path in it, and the value at its end, the outermost first. Through a list
 * every entry stands at the list's own path. Of the message only that it is there, which it always is: it is searched as text.
 * schema/detail-terms.ts writes the same in SQL, for rows of before.
 */
export function detailsTerms(details: object): string[] {
  const terms = new Set([MESSAGE]);
  let level: Found[] = Object.entries(details).filter(([name]) => name !== MESSAGE);
  for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const within: Found[] = [];
    for (const [name, value] of level) {
      if (terms.size >= MAX_DETAILS_TERMS) return [...terms].slice(0, MAX_DETAILS_TERMS);
      const path = name.toWellFormed();
      if (Buffer.byteLength(path) > MAX_PATH) continue;
      terms.add(path);
      if (typeof value !== 'object' || value === null) terms.add(termOf(path, value));
      else
        for (const [inner, entry] of Object.entries(value))
          within.push([Array.isArray(value) ? path : `${path}${WITHIN}${inner}`, entry]);
    }
    level = within;
  }
  return [...terms].slice(0, MAX_DETAILS_TERMS);
}

type Found = [path: string, value: unknown];

function termOf(path: string, value: unknown): string {
  if (typeof value === 'number') return numberTerm(path, value);
  return typeof value === 'string' ? textTerm(path, value) : literalTerm(path, value === null ? null : value === true);
}

const SIGN = 1n << 63n;
const bits = new DataView(new ArrayBuffer(8));

/** 16 digits whose order is that of the numbers: no engine has to read a number out of a text. */
export function sortable(value: number): string {
  bits.setFloat64(0, value === 0 ? 0 : value);
  const number = bits.getBigUint64(0);
  return BigInt.asUintN(64, number & SIGN ? ~number : number | SIGN)
    .toString(16)
    .padStart(16, '0');
}
