import { describe, expect, it } from '@jest/globals';
import { NO_FILTER, type ResolvedFilter } from '../../table/filter/resolve.ts';
import { FrequentSearches } from './frequent-searches.ts';

const search = (needle: string): ResolvedFilter => ({ ...NO_FILTER, where: [{ kind: 'text', needle }] });

describe('FrequentSearches', () => {
  it('remember for one minute how many results a search has at least', () => {
    const searches = new FrequentSearches();
    expect(searches.of(search('A'), 0)).toBeNull();
    searches.note(search('A'), 10, 0);
    searches.note(search('A'), 30, 50_000);
    expect(searches.of(search('A'), 59_999)).toBe(30);
    expect(searches.of({ ...search('A'), to: '2026-11-28T00:00:00.000Z' }, 59_999)).toBeNull();
    const ofMember = { organizations: new Set([1]), integrations: new Map<number, number>() };
    expect(searches.of({ ...search('A'), scope: ofMember }, 59_999)).toBeNull();
    expect(searches.of(search('A'), 60_000)).toBeNull();
    searches.note(search('A'), 20, 60_001);
    expect(searches.of(search('A'), 100_000)).toBe(20);
  });

  it('keep only the latest two hundred searches', () => {
    const searches = new FrequentSearches();
    for (let number = 0; number <= 200; number += 1) searches.note(search(`${number}`), number, 0);
    expect([0, 1, 200].map((number) => searches.of(search(`${number}`), 0))).toEqual([null, 1, 200]);
  });
});
