import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memberText } from './json-text.ts';

const name = fc.oneof(fc.constantFrom('a', 'b', 'details', 'b"c', String.raw`b\c`, ''), fc.string({ unit: 'binary' }));
const space = fc.constantFrom('', ' ', '\n\t ');

/** Returns the JSON of a string: with `escapes`, every character is a Unicode escape. */
const written = (text: string, escapes: boolean): string =>
  escapes
    ? `"${Array.from({ length: text.length }, (_, at) => String.raw`\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(text);

describe('memberText', () => {
  it("returns the text of the member's value, or of the last value if members with the same name repeat", () => {
    const member = fc.record({ name, value: fc.jsonValue(), escapes: fc.boolean(), space });
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), name, (members, wanted) => {
        const texts = members.map((one) => ({ ...one, text: JSON.stringify(one.value, null, one.space) }));
        const object = `{${texts.map((one) => `${one.space}${written(one.name, one.escapes)}${one.space}:${one.space}${one.text}${one.space}`).join(',')}}`;
        expect(() => JSON.parse(object) as unknown).not.toThrow();
        expect(memberText(object, wanted)).toBe(texts.findLast((one) => one.name === wanted)?.text ?? null);
      }),
      { numRuns: 500 },
    );
  });
});
