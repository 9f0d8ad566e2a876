import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memberText } from '@portico/contracts/common/json-text';
import { idOf, stamp } from './stamp.ts';

const FIELDS = { source_id: 5, organization_id: 9 };
const STRUCTURED = { 'content-type': 'application/cloudevents+json' };
const stamped = (text: string, headers = {}, fields: Parameters<typeof stamp>[3] = FIELDS): string =>
  stamp(text, JSON.parse(text), headers, fields);

/** Generators for JSON text as publishers write it, with spaces, escapes, repeated names and numbers of any length. */
const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const number = fc.constantFrom('1e400', '-0', '1.0', '12345678901234567890.10', '9007199254740993', '1E+2');
const name = fc.oneof(
  fc.constantFrom('"source_id"', '"organization_id"', '"id"', '"data"', '"details"', '"__proto__"', '"specversion"'),
  fc.constantFrom(String.raw`"source\u005fid"`, String.raw`"d\u0061ta"`, '"toString"'),
  fc.string().map((text) => JSON.stringify(text)),
);
const { value: anyText, object: anyObject } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      number,
      fc.constantFrom('true', 'null'),
      fc.string().map((text) => JSON.stringify(text)),
    ),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' ,')}]`),
  ),
  object: fc
    .tuple(fc.array(fc.tuple(space, name, space, tie('value')), { maxLength: 5 }), space)
    .map(
      ([members, end]) => `{${members.map(([a, key, b, text]) => `${a}${key}${b}:${b}${text}${a}`).join(',')}${end}}`,
    ),
}));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe('stamp', () => {
  it.each([
    ['both fields to an object without them', '{"a":1}', '{"source_id":5,"organization_id":9,"a":1}'],
    ['one field to an object with the other', '{"source_id":1}', '{"organization_id":9,"source_id":1}'],
    ['both fields to an empty object', ' { } ', ' {"source_id":5,"organization_id":9 } '],
    [
      'nothing to an object with both fields',
      '{"organization_id":0,"source_id":null}',
      '{"organization_id":0,"source_id":null}',
    ],
    ['nothing to an array', '[{}]', '[{}]'],
    ['nothing to a string', '"{}"', '"{}"'],
  ])('adds %s', (_, text, expected) => {
    expect(stamped(text)).toBe(expected);
  });

  it('treats a member __proto__ like any other member', () => {
    const text = '{"__proto__":{"source_id":1,"organization_id":1}}';
    expect(stamped(text)).toBe(`{"source_id":5,"organization_id":9,${text.slice(1)}`);
  });

  it('adds no organization id if the integration has no organization', () => {
    expect(stamped('{}', {}, { source_id: 5, organization_id: null })).toBe('{"source_id":5}');
  });

  it('adds the fields to the data of a CloudEvent, and to the last of two `data` members', () => {
    const text = '{"data":{},"specversion":"1.0","data":{"source_id":1}}';
    expect(stamped(text)).toBe('{"data":{},"specversion":"1.0","data":{"organization_id":9,"source_id":1}}');
    expect(stamped('{"data":{}}', STRUCTURED)).toBe('{"data":{"source_id":5,"organization_id":9}}');
    expect(stamped('{"data":[]}', STRUCTURED)).toBe('{"data":[]}');
    expect(stamped('{"specversion":"1.0"}')).toBe('{"specversion":"1.0"}');
  });

  it('adds missing fields, and changes nothing else', () => {
    fc.assert(
      fc.property(fc.tuple(space, fc.oneof(anyObject, anyText), space), fc.boolean(), ([a, json, b], isStructured) => {
        const text = `${a}${json}${b}`;
        const before: unknown = JSON.parse(text);
        const headers = isStructured ? STRUCTURED : {};
        const after = stamp(text, before, headers, FIELDS);
        const isInData = isStructured || (isObject(before) && 'specversion' in before);
        const event = isInData ? isObject(before) && before['data'] : before;
        if (!isObject(event)) return expect(after).toBe(text);
        const read: unknown = JSON.parse(after);
        const now = isInData && isObject(read) ? read['data'] : read;
        const absent = Object.entries(FIELDS).filter(([key]) => !Object.hasOwn(event, key));
        expect(JSON.stringify(now)).toBe(JSON.stringify({ ...Object.fromEntries(absent), ...event }));
        if (!isInData) expect(memberText(after, 'details')).toBe(memberText(text, 'details'));
        expect(withoutAdded(after, text)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  /** Returns `before` if `after` is the same text with one inserted part; otherwise returns `after`. */
  const withoutAdded = (after: string, before: string): string => {
    const added = after.length - before.length;
    for (let at = 0; at <= before.length; at += 1)
      if (after.slice(0, at) + after.slice(at + added) === before) return before;
    return after;
  };
});

describe('idOf', () => {
  it.each<[string, unknown, Record<string, string>, string | null]>([
    ['an event', { id: 'a' }, {}, 'a'],
    ['a CloudEvent', { specversion: '1.0', id: 'e', data: { id: 'a' } }, {}, 'a'],
    ['a CloudEvent whose data has no id', { specversion: '1.0', id: 'e', data: {} }, {}, 'e'],
    ['a binary CloudEvent', {}, { ce_specversion: '1.0', ce_id: 'b' }, 'b'],
    ['an event whose id is a number', { id: 1 }, {}, null],
    ['an event whose id is too long', { id: 'x'.repeat(129) }, {}, null],
    ['an array', ['a'], {}, null],
  ])('returns the id of %s, or null', (_, json, headers, id) => {
    expect(idOf(json, headers)).toBe(id);
  });
});

describe('a CloudEvent with base64 data', () => {
  it('gets the missing fields in its decoded data, and keeps the rest of its envelope', () => {
    const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
    fc.assert(
      fc.property(anyObject, (event) => {
        const text = `{"specversion":"1.0", "data_base64" : "${toBase64(event)}", "n": 1.0}`;
        expect(stamped(text)).toBe(text.replace(toBase64(event), toBase64(stamped(event, { ce_specversion: '1.0' }))));
      }),
    );
    expect(idOf({ specversion: '1.0', id: 'outer', data_base64: toBase64('{"id":"inner"}') }, {})).toBe('inner');
    expect(idOf({ specversion: '1.0', id: 'outer', data_base64: toBase64('{}') }, {})).toBe('outer');
    const broken = '{"specversion":"1.0","data_base64":"?"}';
    expect(stamped(broken)).toBe(broken);
  });
});
