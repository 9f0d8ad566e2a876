import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { layOut } from './lay-out.ts';

describe('the layout of an event to be corrected', () => {
  it('keeps numbers that a parser would round, and the order and doubles of members', () => {
    const text = '{"b":12345678901234567890.10,"a":1.0,"a":[1e400,{}]}';
    expect(layOut(text).replaceAll(/\s/g, '')).toBe(text);
    expect(layOut(text).split('\n')[1]).toBe('  "b": 12345678901234567890.10,');
  });

  it.each(['{"id": ', '', '[1,]', '// no JSON'])('leaves %j alone, which is no JSON', (text) => {
    expect(layOut(text)).toBe(text);
  });

  it('means the same for any JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(JSON.parse(layOut(text))).toEqual(JSON.parse(text))));
  });
});
