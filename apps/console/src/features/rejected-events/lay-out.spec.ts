import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { layOut } from './lay-out.ts';

describe('the layout of an event for correction', () => {
  it('preserves numbers that a parser would round, and the order and duplicates of object members', () => {
    const text = '{"b":12345678901234567890.10,"a":1.0,"a":[1e400,{}]}';
    expect(layOut(text).replaceAll(/\s/g, '')).toBe(text);
    expect(layOut(text).split('\n')[1]).toBe('  "b": 12345678901234567890.10,');
  });

  it.each(['{"id": ', '', '[1,]', '// no JSON'])('leaves %j unchanged, because it is not JSON', (text) => {
    expect(layOut(text)).toBe(text);
  });

  it('preserves the meaning of any JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(JSON.parse(layOut(text))).toEqual(JSON.parse(text))));
  });
});
