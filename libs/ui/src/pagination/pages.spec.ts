import { describe, expect, it } from '@jest/globals';
import { clampPage, pageCount, pageItems } from './pages.ts';

const shown = (current: number, pages: number, neighbours?: number) =>
  pageItems(current, pages, neighbours)
    .map((item) => (item === 'gap' ? '…' : item))
    .join(' ');

describe('pageItems', () => {
  // spec: 4.32, 4.33, 4.34
  it.each([
    [1, 1, '1'],
    [3, 6, '1 2 3 4 5 6'],
    [1, 7, '1 2 … 7'],
    [2, 7, '1 2 3 … 7'],
    [3, 7, '1 2 3 4 … 7'],
    [4, 7, '1 2 3 4 5 6 7'],
    [5, 7, '1 … 4 5 6 7'],
    [7, 7, '1 … 6 7'],
    [15, 30, '1 … 14 15 16 … 30'],
    [99, 30, '1 … 29 30'],
  ])('returns for page %d of %d: %s', (current, pages, expected) => {
    expect(shown(current, pages)).toBe(expected);
  });

  // spec: 4.34
  it('shows more pages around the current page if more neighbours are requested', () => {
    expect(shown(10, 30, 2)).toBe('1 … 8 9 10 11 12 … 30');
    expect(shown(4, 8, 2)).toBe('1 2 3 4 5 6 7 8');
  });

  // spec: 4.33
  it('returns the first, last and current page in order, without a gap of a single page, for up to 30 pages', () => {
    for (let pages = 1; pages <= 30; pages += 1)
      for (let current = 1; current <= pages; current += 1) {
        const items = pageItems(current, pages);
        const numbers = items.filter((item) => item !== 'gap');
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        expect(numbers).toEqual(expect.arrayContaining([1, current, pages]));
        items.forEach((item, index) => {
          const before = items[index - 1];
          const after = items[index + 1];
          if (item !== 'gap') return;
          expect(typeof before === 'number' && typeof after === 'number' && after - before > 2).toBe(true);
        });
        if (pages <= 6) expect(items).toHaveLength(pages);
      }
  });
});

describe('pageCount and clampPage', () => {
  // spec: 4.30
  it.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [300, 30],
  ])('return for %d rows of ten per page: %d pages', (count, pages) => expect(pageCount(count, 10)).toBe(pages));

  // spec: 4.10
  it.each([
    [0, 5, 1],
    [3, 5, 3],
    [9, 5, 5],
    [4, 0, 1],
  ])('clamp page %d of %d to %d', (page, pages, expected) => expect(clampPage(page, pages)).toBe(expected));
});
