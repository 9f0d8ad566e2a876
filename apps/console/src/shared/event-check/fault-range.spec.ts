import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { faultRange } from './fault-range.ts';

const marked = (value: string, pointer: string): string | null => {
  const range = faultRange(value, pointer);
  return range && value.slice(range.start, range.end);
};

describe('faultRange', () => {
  const event = '{ "id": "a", "details": { "message": 5, "list": [1, {"x": true}] }, "a/b~c": null }';

  it.each([
    ['/id', '"a"'],
    ['/details/message', '5'],
    ['/details/list/1/x', 'true'],
    ['/a~1b~0c', 'null'],
    ['/details/missing', '{'],
    ['/details/list/7', '['],
    ['', null],
  ])('finds the range of the pointer "%s"', (pointer, text) => {
    expect(marked(event, pointer)).toBe(text);
  });

  it('finds the position where a text stops being valid JSON', () => {
    expect(faultRange('{"id": "a" "b"}', '')).toEqual({ start: 11, end: 14 });
    expect(faultRange('', '')).not.toBeNull();
    expect(marked('{"id": nonsense}', '')).toBe('nonsense');
  });

  it('finds every member of every object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 }), (object) => {
        for (const [name, member] of Object.entries(object)) {
          const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
          expect(JSON.parse(marked(JSON.stringify(object), pointer) ?? '')).toEqual(JSON.parse(JSON.stringify(member)));
        }
      }),
    );
  });
});
