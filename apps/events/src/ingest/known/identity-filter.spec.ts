import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { identityHash, SECOND } from '../../text/identity-hash.ts';
import { IdentityFilter } from './identity-filter.ts';

const mistaken = (identities: number, bits: number): { share: number; isCrowded: boolean } => {
  const filter = new IdentityFilter(identities, { fewest: 2 ** 10, most: bits });
  for (let number = 0; number < identities; number += 1) filter.add(identityHash(`7:order-${number}`));
  let found = 0;
  for (let number = 0; number < 20_000; number += 1) if (filter.mayHave(identityHash(`8:order-${number}`))) found += 1;
  return { share: found / 20_000, isCrowded: filter.isCrowded };
};

describe('the identity filter', () => {
  it('contains every added identity', () => {
    const filter = new IdentityFilter(1_000, { fewest: 2 ** 10, most: 2 ** 14 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (identity) => {
        filter.add(identityHash(identity));
        expect(filter.mayHave(identityHash(identity))).toBe(true);
      }),
    );
  });

  it('has few false positives, even with a billion identities in a filter of the largest size', () => {
    expect(mistaken(26_000, 2 ** 32).share).toBeLessThan(0.015);
    expect(mistaken(32_000, 2 ** 18).share).toBeLessThan(0.035);
    const billion = mistaken(Math.round((2 ** 18 / 2 ** 32) * 1e9), 2 ** 18);
    expect(billion.share).toBeLessThan(0.16);
    expect(billion.isCrowded).toBe(false);
  });

  it('reports that it is crowded when a larger filter would be more accurate', () => {
    const filter = new IdentityFilter(100, { fewest: 2 ** 10, most: 2 ** 11 });
    for (let number = 0; number <= 128; number += 1) {
      expect(filter.isCrowded).toBe(false);
      filter.add(identityHash(`7:order-${number}`));
    }
    expect(filter.isCrowded).toBe(true);
  });

  it('hashes a text twice: the second hash equals the first hash of the text with a suffix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(identityHash(text).other).toBe(identityHash(text + SECOND).one);
      }),
    );
  });

  // Values of the reference implementation of MurmurHash3_x86_32 with seed 0.
  it.each([
    ['', 0],
    ['hello', 0x248bfa47],
    ['hello, world', 0x149bbb7f],
    ['The quick brown fox jumps over the lazy dog', 0x2e4ff723],
  ])('hashes %j like the reference implementation', (text, hash) => {
    expect(identityHash(text).one).toBe(hash);
  });
});
