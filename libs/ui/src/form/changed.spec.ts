import { describe, expect, it } from '@jest/globals';
import { changedOnly, printsOf } from './changed.ts';

describe('changedOnly', () => {
  it('omits unchanged values and treats null and empty text as equal', () => {
    const before = printsOf({ name: 'Acme', phone: null, fax: 'x', city: undefined, tags: ['a'], zip: 150 });
    const now = printsOf({ name: 'Acme', phone: '', fax: '', city: 'Oslo', tags: ['a', 'b'], zip: 150 });
    const output = { name: 'Acme', phone: null, fax: null, city: 'Oslo', tags: ['a', 'b'], zip: 150, state: undefined };
    expect(changedOnly(before, now, output)).toEqual({ fax: null, city: 'Oslo', tags: ['a', 'b'] });
  });
});
