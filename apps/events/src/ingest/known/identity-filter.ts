import type { IdentityHash } from '../../text/identity-hash.ts';

/** Minimum and maximum size of a filter in bits, powers of two. At 512 MiB, a filter of a billion identities has 4.3 bits for each. */
export type FilterSizes = { fewest: number; most: number };
const SIZES: FilterSizes = { fewest: 2 ** 23, most: 2 ** 32 };
/** Minimum bits per identity of a new filter. */
const BITS = 10;
/** Bits per identity below which it pays off to read all identities into a larger filter. */
const CROWDED_BITS = 8;
/** Bits set for each identity. */
const MARKS = 4;

/**
 * A Bloom filter of identities: `mayHave` is false only for identities that were never added. The share of false positives is 1 in
 * 85 with 10 bits per identity, 1 in 40 with 8, 1 in 7 with 4.3.
 */
export class IdentityFilter {
  private readonly words: Uint32Array;
  private readonly mask: number;
  private added = 0;

  /** @param identities expected number of identities; more can be added. */
  constructor(
    identities: number,
    private readonly sizes = SIZES,
  ) {
    const { fewest, most } = sizes;
    const bits = Math.min(Math.max(2 ** Math.ceil(Math.log2(identities * BITS)), fewest), most);
    this.words = new Uint32Array(bits / 32);
    this.mask = (bits - 1) | 0;
  }

  /** Whether a larger filter would have fewer false positives. */
  get isCrowded(): boolean {
    const bits = this.words.length * 32;
    return bits < this.sizes.most && this.added * CROWDED_BITS > bits;
  }

  add({ one, other }: IdentityHash): void {
    this.added += 1;
    for (let mark = 0, bit = one | 0; mark < MARKS; mark += 1, bit = (bit + (other | 1)) | 0) {
      const at = (bit & this.mask) >>> 5;
      this.words[at] = (this.words[at] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave({ one, other }: IdentityHash): boolean {
    for (let mark = 0, bit = one | 0; mark < MARKS; mark += 1, bit = (bit + (other | 1)) | 0)
      if (!((this.words[(bit & this.mask) >>> 5] ?? 0) & (1 << (bit & 31)))) return false;
    return true;
  }
}
