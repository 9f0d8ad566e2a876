import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutText } from './cut-text.ts';

describe('a cut text', () => {
  it('drops an emoji that the cut would split', () => {
    expect(cutText(`ab\u{1F600}c`, 3)).toBe('ab');
    expect(cutText(`ab\u{1F600}c`, 4)).toBe(`ab\u{1F600}`);
  });

  it('is a well-formed prefix of at most `max` code units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), fc.nat(20), (text, max) => {
        const cut = cutText(text, max);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, max - 1));
      }),
    );
  });
});
