import { describe, expect, it } from '@jest/globals';
import { circleOf } from './acyclic.ts';

describe('files that import each other', () => {
  it.each([
    ['a chain', { a: ['b'], b: ['c'], c: [] }],
    ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }],
    ['what is not part of the build', { a: ['elsewhere'] }],
  ])('report no cycle for %s', (_, imports) => {
    expect(circleOf(new Map(Object.entries(imports)))).toBeNull();
  });

  it.each([
    [{ a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
    [{ entry: ['page'], page: ['portal'], portal: ['start'], start: ['portal'] }, ['portal', 'start', 'portal']],
    [{ a: ['a'] }, ['a', 'a']],
  ])('report the cycle of %j', (imports: Record<string, string[]>, circle) => {
    expect(circleOf(new Map(Object.entries(imports)))).toEqual(circle);
  });
});
