import { describe, expect, it } from '@jest/globals';
import { jsonLists } from './stored-events.ts';

describe('jsonLists', () => {
  it('keeps every list short enough for one statement', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `${'ü'.repeat(128)}${index}`);
    const lists = jsonLists(ids);
    expect(lists.length).toBeGreaterThan(1);
    expect(Math.max(...lists.map((list) => Buffer.byteLength(list)))).toBeLessThan(1_000_100);
    expect(lists.flatMap((list) => JSON.parse(list))).toEqual(ids);
    expect(jsonLists([])).toEqual([]);
  });
});
