import { describe, expect, it } from '@jest/globals';
import { randomFrom } from '@portico/testkit';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';

/** A JSON value with exact numbers: digits times a power of ten. */
type Value =
  | { kind: 'number'; isNegative: boolean; digits: string; power: number }
  | { kind: 'text'; text: string }
  | { kind: 'literal'; text: string }
  | { kind: 'list'; items: Value[] }
  | { kind: 'object'; members: [string, Value][] };

const name = fc.oneof(fc.constantFrom('a', 'm', 'message', '__proto__', '', 'é/"\\', '\ud83d'), fc.string());
const number = fc.record({
  kind: fc.constant('number' as const),
  isNegative: fc.boolean(),
  digits: fc.oneof(
    fc.constantFrom('0', '1', '100', '9007199254740993', '9007199254740992'),
    fc.stringMatching(/^[1-9]\d{0,20}$/),
  ),
  power: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(400, -400, 999_999_999)),
});
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    number,
    fc.record({ kind: fc.constant('text' as const), text: name }),
    fc.record({ kind: fc.constant('literal' as const), text: fc.constantFrom('true', 'false', 'null') }),
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('value'), { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('object' as const),
      members: fc.uniqueArray(fc.tuple(name, tie('value')), { maxLength: 3, selector: ([key]) => key }),
    }),
  ),
}));

/** Writes a value as JSON in a random spelling. */
function write(one: Value, random: () => number): string {
  const among = <Item>(...items: Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const blank = (): string => among('', '', ' ', '\n\t', '\r\n');
  const text = (some: string): string =>
    `"${[
      ...JSON.stringify(some)
        .slice(1, -1)
        .matchAll(/\\u....|\\.|./gsu),
    ]
      .map(([part]) => (part === '/' ? among('/', '\\/') : part.length === 1 && random() < 0.3 ? unicode(part) : part))
      .join('')}"`;
  if (one.kind === 'literal') return one.text;
  if (one.kind === 'text') return text(one.text);
  if (one.kind === 'number') return writeNumber(one, among);
  if (one.kind === 'list')
    return `[${blank()}${one.items.map((item) => `${write(item, random)}${blank()}`).join(`,${blank()}`)}]`;
  const members = one.members.map(
    ([key, item]) => [random(), `${text(key)}${blank()}:${blank()}${write(item, random)}`] as const,
  );
  const shuffled = members.toSorted(([a], [b]) => a - b).map(([, written]) => written);
  return `{${blank()}${shuffled.join(`${blank()},${blank()}`)}${blank()}}`;
}

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function writeNumber(
  { isNegative, digits, power }: Extract<Value, { kind: 'number' }>,
  among: <Item>(...items: Item[]) => Item,
): string {
  const zeros = among(0, 0, 1, 3);
  const written = `${digits}${'0'.repeat(digits === '0' ? 0 : zeros)}`;
  const places = among(0, 0, 1, written.length - 1, written.length, written.length + 2);
  const padded = written.padStart(places + 1, '0');
  const whole = padded.slice(0, padded.length - places);
  const fraction = places === 0 ? '' : `.${padded.slice(-places)}`;
  const left = power - (digits === '0' ? 0 : zeros) + places;
  const exponent =
    left === 0
      ? among('', 'e0', 'E-00')
      : `${among('e', 'E')}${left < 0 ? '-' : among('', '+')}${among('', '0')}${Math.abs(left)}`;
  return `${isNegative ? '-' : ''}${whole}${fraction}${exponent}`;
}

/** Returns a model of a value. Two models are equal only if the values are equal. */
function modelOf(one: Value): unknown {
  if (one.kind === 'list') return one.items.map(modelOf);
  if (one.kind === 'object')
    return {
      members: one.members
        .map(([key, item]) => [key, modelOf(item)])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    };
  if (one.kind !== 'number') return { [one.kind]: one.text };
  if (one.digits === '0') return { number: '0' };
  const significant = one.digits.replace(/0+$/, '');
  return { number: `${one.isNegative ? '-' : ''}${significant} ${one.power + one.digits.length - significant.length}` };
}

describe('canonical JSON', () => {
  it('is equal for every spelling of a value, and different for any other value', () => {
    const likely = fc.oneof(
      fc.tuple(value, value),
      value.map((one) => [one, one] as const),
      fc.tuple(number, number),
    );
    let [equal, different] = [0, 0];
    fc.assert(
      fc.property(likely, fc.nat(), fc.nat(), ([a, b], seed, other) => {
        const texts = [write(a, randomFrom(seed)), write(b, randomFrom(other))] as const;
        for (const text of texts) expect(() => void JSON.parse(text)).not.toThrow();
        const isEqual = JSON.stringify(modelOf(a)) === JSON.stringify(modelOf(b));
        if (isEqual) equal += 1;
        else different += 1;
        expect([texts, canonicalJson(texts[0]) === canonicalJson(texts[1])]).toEqual([texts, isEqual]);
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(equal, different)).toBeGreaterThan(500);
  });

  it.each([
    ['1.0', '1', true],
    ['100', '1e2', true],
    ['0', '-0.00e7', true],
    ['9007199254740993', '9007199254740992', false],
    ['1e999999999', '10e999999998', true],
    ['1e999999999', '1e999999998', false],
    [String.raw`"\u006d"`, '"m"', true],
    ['"1"', '1', false],
    ['{"a":1,"a":2}', '{"a":2}', false],
    ['{"a":1,"a":2}', '{"a":2,"a":1}', false],
    ['{"__proto__":1}', '{}', false],
  ])('treats %s and %s as equal: %s', (a, b, isEqual) => {
    expect(canonicalJson(`[${a}]`) === canonicalJson(` [ ${b}\n] `)).toBe(isEqual);
  });

  it('reads a text once, even if its numbers have very many digits', () => {
    const long = `[1e${'9'.repeat(60_000)},${'9'.repeat(60_000)}]`;
    expect(canonicalJson(long)).toBe(canonicalJson(` ${long} `));
  });
});
