import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { faultsOf, nameOfPointer } from './faults.ts';

describe('faultsOf', () => {
  const Vendor = z.object({
    name: z.string().min(2, 'Name should be at least 2 letters long'),
    city: z.string().min(1),
    usertype: z.enum(['lead', 'vendor']),
    zipCode: z.int().max(99_999),
    address: z.object({ country: z.string().length(3, 'Country should be 3 letters long') }),
  });

  // spec: 5.28
  it("reports 'Required' for a missing value, unless the schema has its own text", () => {
    expect(faultsOf(Vendor, { name: '', city: '', zipCode: null, address: { country: 'NO' } })).toEqual([
      { name: 'name', message: 'Name should be at least 2 letters long' },
      { name: 'city', message: 'Required' },
      { name: 'usertype', message: 'Required' },
      { name: 'zipCode', message: 'Required' },
      { name: 'address.country', message: 'Country should be 3 letters long' },
    ]);
  });

  it('finds no fault in valid values', () => {
    const address = { country: 'NOR' };
    expect(faultsOf(Vendor, { name: 'Acme', city: 'Oslo', usertype: 'lead', zipCode: 150, address })).toEqual([]);
  });
});

describe('nameOfPointer', () => {
  it.each([
    ['/name', 'name'],
    ['/address/city', 'address.city'],
    ['/members/0/approved', 'members.0.approved'],
    ['/a~1b~0c', 'a/b~c'],
    ['', ''],
  ])('maps %s to %s', (pointer, name) => {
    expect(nameOfPointer(pointer)).toBe(name);
  });
});
