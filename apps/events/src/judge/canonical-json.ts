import { endOfValue, skipSpace } from '@portico/contracts/common/json-text';

const OPENING_BRACE = '{';
const OPENING_BRACKET = '[';

/**
 * Returns canonical JSON, which is equal for every spelling of a value: without blanks, members sorted by name, strings with the
 * fewest escapes, numbers by exact decimal value. Duplicate members keep their order.
 * @param text - valid JSON, nested no deeper than an event may be.
 */
export const canonicalJson = (text: string): string => read(text, skipSpace(text, 0)).text;

/** Returns the canonical form of the value that begins at `from`, and the value's end. */
function read(text: string, from: number): { text: string; end: number } {
  const opening = text[from];
  if (opening === OPENING_BRACE) return readObject(text, from);
  if (opening === OPENING_BRACKET) return readList(text, from);
  const end = endOfValue(text, from);
  const written = text.slice(from, end);
  if (opening === '"') return { text: canonicalString(written), end };
  return { text: /^[-\d]/.test(written) ? canonicalNumber(written) : written, end };
}

function readObject(text: string, from: number): { text: string; end: number } {
  const members: { name: string; value: string }[] = [];
  const end = eachPart(text, from, (at) => {
    const endOfName = endOfValue(text, at);
    const value = read(text, skipSpace(text, skipSpace(text, endOfName) + 1));
    members.push({ name: canonicalString(text.slice(at, endOfName)), value: value.text });
    return value.end;
  });
  const sorted = members.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { text: `{${sorted.map(({ name, value }) => `${name}:${value}`).join(',')}}`, end };
}

function readList(text: string, from: number): { text: string; end: number } {
  const items: string[] = [];
  const end = eachPart(text, from, (at) => {
    const item = read(text, at);
    items.push(item.text);
    return item.end;
  });
  return { text: `[${items.join(',')}]`, end };
}

/**
 * Calls `visit` at the start of each member or item. `visit` returns the end of the member or item.
 * @returns the end of the whole value
 */
function eachPart(text: string, from: number, visit: (at: number) => number): number {
  let at = skipSpace(text, from + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    at = skipSpace(text, visit(at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

const canonicalString = (written: string): string =>
  written.includes('\\') ? JSON.stringify(JSON.parse(written)) : written;

/**
 * The canonical form of a number: digits without outer zeros, and a power of ten. The code uses no doubles, so that 9007199254740993
 * and 1e999999999 stay exact.
 */
function canonicalNumber(written: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(written) ?? [];
  const digits = `${whole}${fraction}`;
  let [begin, end] = [0, digits.length];
  while (begin < end && digits[begin] === '0') begin += 1;
  while (end > begin && digits[end - 1] === '0') end -= 1;
  if (begin === end) return '0';
  const power = BigInt(exponent.replace('+', '')) + BigInt(digits.length - end - fraction.length);
  return `${sign}${digits.slice(begin, end)}e${power}`;
}
