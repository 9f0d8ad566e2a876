import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storable, storableJson } from './storable.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\uD83D', '\uDE00', '\\', '"', 'u0000', '\\ud83d', 'x') }),
);

describe('text that is stored in PostgreSQL', () => {
  it('contains U+FFFD instead of NUL and unpaired surrogates', () => {
    expect(storable('a\0b\uD83Dc\u{1F600}')).toBe('a\uFFFDb\uFFFDc\u{1F600}');
  });

  it('is unchanged if PostgreSQL can store it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (text.isWellFormed() && !text.includes('\0')) expect(storable(text)).toBe(text);
        expect(storable(storable(text))).toBe(storable(text));
      }),
    );
  });

  it('has the same replacements inside and outside JSON', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(JSON.parse(storableJson(JSON.stringify({ [text]: [text] })))).toEqual({
          [storable(text)]: [storable(text)],
        });
      }),
    );
  });

  it('keeps a surrogate pair that JSON writes as two escapes', () => {
    const json = String.raw`["\ud83d\ude00", "\\ud83d", "\ud83d", "\u0000"]`;
    expect(JSON.parse(storableJson(json))).toEqual(['\u{1F600}', String.raw`\ud83d`, '\uFFFD', '\uFFFD']);
  });
});
