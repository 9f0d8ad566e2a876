import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { identityHash, SECOND } from '../../text/identity-hash.ts';
import { IdentityFilter } from './identity-filter.ts';

describe('the filter of identities', () => {
  it('has what was added, whatever it is', () => {
    const filter = new IdentityFilter(1_000, 2 ** 14);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (identity) => {
        filter.add(identityHash(identity));
        expect(filter.mayHave(identityHash(identity))).toBe(true);
      }),
    );
  });

  it('takes few of the others for known, when it is full', () => {
    const filter = new IdentityFilter(20_000, 2 ** 18);
    for (let number = 0; number < 20_000; number += 1) filter.add(identityHash(`7:order-${number}`));
    let mistaken = 0;
    for (let number = 0; number < 20_000; number += 1)
      if (filter.mayHave(identityHash(`8:order-${number}`))) mistaken += 1;
    expect(mistaken).toBeLessThan(600);
    expect(filter.isFull).toBe(false);
    expect(filter.hasRoomFor(1)).toBe(false);
  });

  it('hashes a text with one more character as it hashes that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(identityHash(text).other).toBe(identityHash(text + SECOND).one);
      }),
    );
  });

  // From the reference implementation of MurmurHash3_x86_32 with seed 0.
  it.each([
    ['', 0],
    ['hello', 0x248bfa47],
    ['hello, world', 0x149bbb7f],
    ['The quick brown fox jumps over the lazy dog', 0x2e4ff723],
  ])('hashes %j as others do', (text, hash) => {
    expect(identityHash(text).one).toBe(hash);
  });
});
