import { describe, expect, it } from '@jest/globals';
import type { PatchOperation } from '@portico/contracts/http/redrives';
import fc from 'fast-check';
import { isJsonObject } from '@portico/contracts/common/json-text';
import { correctText } from './correct-text.ts';
import { Inapplicable, patchText } from './patch-text.ts';
import { find, tokensOf } from './pointer.ts';
import { sameJson } from './same-json.ts';

const NAMES = ['a', 'b', 'c~/d', '', '0', '__proto__', 'é"\\'];
/** Texts of numbers that change when a parser reads them and writes them again. */
const NUMBERS = ['0', '-0', '1.0', '1e3', '12345678901234567890', '1e400', '0.1000'];
const blanks = fc.constantFrom('', '', ' ', '\n  ', '\t');
const name = fc.constantFrom(...NAMES);
const escaped = (text: string): string => JSON.stringify(text).replaceAll('é', '\\u00e9');

/** JSON text of any form, with duplicate members. */
const { text } = fc.letrec<{ text: string; object: string; list: string }>((tie) => ({
  text: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...NUMBERS, 'true', 'null', '"x"', '"{,}\\\\\\""', '"\\u0041"') },
    { weight: 3, arbitrary: tie('object') },
    { weight: 2, arbitrary: tie('list') },
  ),
  object: fc
    .tuple(fc.array(fc.tuple(blanks, name, blanks, tie('text'), blanks), { maxLength: 4 }), blanks)
    .map(([members, blank]) => {
      const all = members.map(([a, key, b, value, c]) => `${a}${escaped(key)}${b}:${b}${value}${c}`);
      return `{${all.join(',') || blank}}`;
    }),
  list: fc
    .tuple(fc.array(fc.tuple(blanks, tie('text'), blanks), { maxLength: 4 }), blanks)
    .map(([items, blank]) => `[${items.map((item) => item.join('')).join(',') || blank}]`),
}));
const anyDocument = fc.tuple(blanks, text, blanks).map((parts) => parts.join(''));
const token = fc.oneof({ weight: 3, arbitrary: name }, fc.constantFrom('0', '1', '2', '-', '01'));
const toPath = (tokens: readonly string[]): string =>
  tokens.map((one) => `/${one.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
const anyPath = fc.array(token, { maxLength: 3 }).map(toPath);
const anyValue = fc.constantFrom<unknown>(7, 'new', null, { a: [1] }, [], true);
const anyOperation = fc.oneof(
  fc.record({ op: fc.constantFrom('add' as const, 'replace' as const), path: anyPath, value: anyValue }),
  fc.record({ op: fc.constant('remove' as const), path: anyPath }),
  fc.record({ op: fc.constantFrom('copy' as const, 'move' as const), from: anyPath, path: anyPath }),
  fc.record({ op: fc.constant('test' as const), path: anyPath, value: anyValue }),
);

type Container = Record<string, unknown> | unknown[];
const FAILS = Symbol('fails');
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
const isIndex = (one: string): boolean => /^(0|[1-9]\d*)$/.test(one);
const get = (value: unknown, tokens: readonly string[]): unknown => {
  let at = value;
  for (const one of tokens) {
    if (!isContainer(at) || (Array.isArray(at) ? !isIndex(one) || Number(one) >= at.length : !Object.hasOwn(at, one)))
      throw FAILS;
    at = Array.isArray(at) ? at[Number(one)] : at[one];
  }
  return at;
};
const put = (parent: unknown, key: string, value: unknown): void => {
  if (!isContainer(parent)) throw FAILS;
  if (!Array.isArray(parent)) {
    Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
    return;
  }
  const index = key === '-' ? parent.length : Number(key);
  if ((key !== '-' && !isIndex(key)) || index > parent.length) throw FAILS;
  parent.splice(index, 0, value);
};
const cut = (root: unknown, tokens: readonly string[]): unknown => {
  const found = get(root, tokens);
  const key = tokens.at(-1);
  if (key === undefined) throw FAILS;
  const parent = get(root, tokens.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (isJsonObject(parent)) delete parent[key];
  return found;
};
/** Applies an operation of RFC 6902 to a parsed value. */
function patched(root: unknown, operation: PatchOperation): unknown {
  const tokens = tokensOf(operation.path);
  const key = tokens.at(-1);
  const store = (value: unknown): unknown => {
    if (key === undefined) return value;
    put(get(root, tokens.slice(0, -1)), key, value);
    return root;
  };
  if (operation.op === 'test') {
    if (!sameJson(get(root, tokens), operation.value)) throw FAILS;
    return root;
  }
  if (operation.op === 'remove') return (cut(root, tokens), root);
  if (operation.op === 'add') return store(structuredClone(operation.value));
  if (operation.op === 'replace') {
    get(root, tokens);
    if (key === undefined) return structuredClone(operation.value);
    const parent = get(root, tokens.slice(0, -1));
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    return store(structuredClone(operation.value));
  }
  const from = tokensOf(operation.from);
  const taken = get(root, from);
  if (operation.path.startsWith(`${operation.from}/`)) throw FAILS;
  if (operation.op === 'copy') return store(structuredClone(taken));
  if (operation.from === operation.path) return root;
  return store(cut(root, from));
}
/** Returns comparable JSON text, because `structuredClone` and a direct comparison ignore a member `__proto__`. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (isJsonObject(one) ? sorted(one) : one));
const sorted = (object: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns the tokens of every pointer into a text. */
function* pointers(json: string, value: unknown = JSON.parse(json), path: readonly string[] = []): Generator<string[]> {
  yield [...path];
  if (!isContainer(value)) return;
  for (const key of Object.keys(value)) yield* pointers(json, get(value, [key]), [...path, key]);
}
const textAt = (json: string, tokens: readonly string[]): string | null => {
  const span = find(json, tokens);
  return span && json.slice(span.start, span.end);
};

describe('a patch of JSON text', () => {
  it('has the same result or failure as a patch of the parsed value', () => {
    let applied = 0;
    fc.assert(
      fc.property(anyDocument, fc.array(anyOperation, { minLength: 1, maxLength: 2 }), (json, operations) => {
        fc.pre(!json.includes('__proto__') || operations.every(({ op }) => op !== 'copy'));
        let expected: unknown = FAILS;
        try {
          expected = operations.reduce((value: unknown, one) => patched(value, one), JSON.parse(json));
        } catch (error) {
          if (error !== FAILS) throw error;
        }
        if (expected === FAILS) return expect(() => patchText(json, operations)).toThrow(Inapplicable);
        applied += 1;
        expect(asText(JSON.parse(patchText(json, operations)))).toBe(asText(expected));
      }),
      { numRuns: 5_000 },
    );
    expect(applied).toBeGreaterThan(200);
  });

  it('preserves the text of every untouched member', () => {
    const root = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), text), { minLength: 2, maxLength: 4 });
    const path = fc
      .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.array(name, { maxLength: 1 }))
      .map(([one, more]) => toPath([one, ...more]));
    const operation = fc.oneof(
      fc.record({ op: fc.constantFrom('add' as const, 'replace' as const), path, value: anyValue }),
      fc.record({ op: fc.constant('remove' as const), path }),
      fc.record({ op: fc.constantFrom('copy' as const, 'move' as const), from: path, path }),
    );
    let untouched = 0;
    fc.assert(
      fc.property(root, operation, (members, one) => {
        const json = `{ ${members.map(([key, value]) => `"${key}" : ${value}`).join(' ,\n')} }`;
        let after: string;
        try {
          after = patchText(json, [one]);
        } catch (error) {
          if (error instanceof Inapplicable) return;
          throw error;
        }
        const touched = new Set([tokensOf(one.path)[0], ...('from' in one ? [tokensOf(one.from)[0]] : [])]);
        for (const tokens of pointers(json)) {
          if (tokens.length === 0 || touched.has(tokens[0])) continue;
          untouched += 1;
          expect(textAt(after, tokens)).toBe(textAt(json, tokens));
        }
      }),
      { numRuns: 2_000 },
    );
    expect(untouched).toBeGreaterThan(1_000);
  });

  it('formats new members like their neighbours', () => {
    const json = '{\n  "result": "OK",\n  "details": { "amount": 12345678901234567890.10 }\n}';
    expect(patchText(json, [{ op: 'replace', path: '/result', value: 'SUCCESS' }])).toBe(json.replace('OK', 'SUCCESS'));
    expect(patchText(json, [{ op: 'add', path: '/more', value: 1 }])).toBe(json.replace('\n}', ',\n  "more":1\n}'));
    expect(patchText(json, [{ op: 'move', from: '/details/amount', path: '/amount' }])).toContain(
      '"amount":12345678901234567890.10',
    );
  });
});

describe('a mapping', () => {
  const map = (json: string, otherwise?: string) =>
    correctText(json, { pointer: '/result', values: { OK: 'SUCCESS', '0': 'SUCCESS', SUCCESS: 'SUCCESS' }, otherwise });

  it('replaces each value, and preserves the rest of the text', () => {
    expect(map('{"n":1.0, "result" : "OK"}')).toBe('{"n":1.0, "result" : "SUCCESS"}');
    expect(map('{"result":0}')).toBe('{"result":"SUCCESS"}');
    expect(map('{"result":"O\\u004b"}')).toBe('{"result":"SUCCESS"}');
    expect(map('{"result":"else"}')).toBe('{"result":"else"}');
    expect(map('{"result":"SUCCESS"}')).toBe('{"result":"SUCCESS"}');
    expect(map('{"result":"constructor"}')).toBe('{"result":"constructor"}');
    expect(map('{"result":"else"}', 'FAILURE')).toBe('{"result":"FAILURE"}');
    expect(map('{}', 'FAILURE')).toBe('{"result":"FAILURE"}');
  });

  it.each([['{}'], ['{"result":{}}'], ['[]'], ['nonsense']])('does not apply to %s', (json) =>
    expect(() => map(json)).toThrow(Inapplicable),
  );
});
