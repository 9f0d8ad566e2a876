import { composed, fold } from '@portico/contracts/common/fold';

/** Separates a path from its value. Queries cannot find a name that contains this character. */
export const BETWEEN = '\u001f';
/** Separates the names of a path. Queries cannot find a name that contains this character. */
export const WITHIN = '\u001e';
/** Maximum characters of a text in a term. Queries find longer texts only by their beginning. */
export const MAX_TEXT = 256;
/** Maximum bytes of a path. Fields with longer paths are not searchable. */
export const MAX_PATH = 256;
/** Maximum depth of a field. Deeper fields are not searchable. */
export const MAX_DEPTH = 8;
/** Maximum terms per event. Values beyond it are not searchable. */
export const MAX_DETAILS_TERMS = 128;

export const MESSAGE = 'message';

/** An event has this term if it has any value, list or object at the path. */
export const pathTerm = (path: readonly string[]): string => composed(path.join(WITHIN));
export const numberTerm = (path: string, value: number): string => `${numberPrefix(path)}${sortable(value)}`;
export const numberPrefix = (path: string): string => `${path}${BETWEEN}#`;
export const textTerm = (path: string, text: string): string => `${textPrefix(path)}${foldText(text)}`;
export const literalTerm = (path: string, value: boolean | null): string => `${path}${BETWEEN}${value}`;
export const textPrefix = (path: string): string => `${path}${BETWEEN}"`;
export const foldText = (text: string): string => fold(cut(composed(text)).toWellFormed());
const cut = (text: string): string =>
  text.length > MAX_TEXT
    ? Array.from(text.slice(0, MAX_TEXT * 2))
        .slice(0, MAX_TEXT)
        .join('')
    : text;

/**
 * The searchable terms of an event's details: each path and its value, outermost first. Entries of a list use the list's path. The
 * message only has its path, because text search covers the message. schema/detail-terms.ts has the SQL equivalent for earlier rows.
 */
export function detailsTerms(details: object): string[] {
  const terms = new Terms();
  terms.add(MESSAGE);
  let level = new Level();
  level.add(details, '', MESSAGE);
  if (level.mayRepeat) terms.mayRepeat();
  for (let depth = 1; depth <= MAX_DEPTH && level.paths.length > 0; depth += 1) {
    const within = new Level();
    for (let index = 0; index < level.paths.length; index += 1) {
      if (terms.size >= MAX_DETAILS_TERMS) return terms.first;
      const path = (level.paths[index] ?? '').toWellFormed();
      if (isTooLong(path)) continue;
      terms.add(path);
      const value = level.values[index];
      if (typeof value !== 'object' || value === null) terms.add(termOf(path, value));
      else if (Array.isArray(value)) within.addEach(value, path);
      else within.add(value, path + WITHIN);
    }
    level = within;
    if (level.mayRepeat) terms.mayRepeat();
  }
  return terms.first;
}

/** A list of distinct terms. Deduplicates only if terms may repeat, because deduplicating is a third of the work. */
class Terms {
  private readonly list: string[] = [];
  private once: Set<string> | null = null;

  get size(): number {
    return this.once?.size ?? this.list.length;
  }

  get first(): string[] {
    return (this.once ? [...this.once] : this.list).slice(0, MAX_DETAILS_TERMS);
  }

  add(term: string): void {
    if (this.once) this.once.add(term);
    else this.list.push(term);
  }

  mayRepeat(): void {
    this.once ??= new Set(this.list);
  }
}

/**
 * Matches names with control characters, composable letters, or invalid UTF-16. Such names can make the terms of two paths, or of a path
 * and a value, equal.
 */
const ODD = /[^\u0020-\u02ff]/;

/** The values at one depth of an event, with their paths. */
class Level {
  readonly paths: string[] = [];
  readonly values: unknown[] = [];
  mayRepeat = false;

  add(object: object, prefix: string, excluded?: string): void {
    const names = Object.keys(object);
    const values: unknown[] = Object.values(object);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? '';
      if (name === excluded) continue;
      if (ODD.test(name)) this.mayRepeat = true;
      this.paths.push(prefix + composed(name));
      this.values.push(values[index]);
    }
  }

  addEach(list: readonly unknown[], path: string): void {
    this.mayRepeat = true;
    for (const entry of list) {
      this.paths.push(path);
      this.values.push(entry);
    }
  }
}

/** Whether a path exceeds {@link MAX_PATH}. Counts bytes only for long paths, because a UTF-16 unit has at most three bytes. */
const isTooLong = (path: string): boolean => path.length * 3 > MAX_PATH && Buffer.byteLength(path) > MAX_PATH;

function termOf(path: string, value: unknown): string {
  if (typeof value === 'number') return numberTerm(path, value);
  return typeof value === 'string' ? textTerm(path, value) : literalTerm(path, value === null ? null : value === true);
}

const SIGN = 0x8000_0000;
const bits = new DataView(new ArrayBuffer(8));
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const byteAt = (number: number, shift: number): string => BYTES[(number >>> shift) & 255] ?? '';
/** Encodes 32 bits as 8 hexadecimal digits. */
const digits = (number: number): string =>
  byteAt(number, 24) + byteAt(number, 16) + byteAt(number, 8) + byteAt(number, 0);

/** Encodes a number as 16 hexadecimal digits whose text order is the numeric order, so that no engine has to parse numbers. */
export function sortable(value: number): string {
  bits.setFloat64(0, value === 0 ? 0 : value);
  const [high, low] = [bits.getUint32(0), bits.getUint32(4)];
  return high & SIGN ? digits(~high) + digits(~low) : digits(high | SIGN) + digits(low);
}
