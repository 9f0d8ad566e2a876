import { describe, expect, it } from '@jest/globals';
import { faultText, parsed, rejectionFault } from './verdict.ts';

const TEXT = '{\n  "id": "a",\n  "result": "PERHAPS"\n}';

describe('faultText', () => {
  it.each([
    ['/result', 'Line 3, column 13: /result is wrong'],
    ['/details', 'Line 1, column 1: /details is wrong'],
    ['', 'Line 1, column 1: is wrong'],
  ])('returns the position of an error at %j', (pointer, text) => {
    expect(faultText(TEXT, rejectionFault(TEXT, { pointer, reason: 'is wrong' }))).toBe(text);
  });

  it('returns the position of the parse error in invalid JSON', () => {
    const text = '{"id":\n  nonsense}';
    const json = parsed(text);
    expect(!json.ok && faultText(text, json.fault)).toBe('Line 2, column 3: This is not valid JSON');
  });
});
