import type { IdentityHash } from '../../text/identity-hash.ts';

/** Sizes of filters in bits, powers of two: 1 MiB to 512 MiB, which a billion identities share at 4.3 bits each. */
export type FilterSizes = { fewest: number; most: number };
const SIZES: FilterSizes = { fewest: 2 ** 23, most: 2 ** 32 };
/** Bits of an identity in a new filter, at least, and those below which a larger one is worth reading. */
const BITS = 10;
const CROWDED_BITS = 8;
/** Bits that an identity sets. */
const MARKS = 4;

/**
 * A Bloom filter of identities: `mayHave` is false only for identities that were never added. It takes some others for known: 1 in
 * 120 with 10 bits for each identity, 1 in 40 with 8, 1 in 7 with 4.3.
 */
export class IdentityFilter {
  private readonly words: Uint32Array;
  private readonly mask: number;
  private added = 0;

  /** @param identities - that it is made for; it takes more. */
  constructor(
    identities: number,
    private readonly sizes = SIZES,
  ) {
    const { fewest, most } = sizes;
    const bits = Math.min(Math.max(2 ** Math.ceil(Math.log2(identities * BITS)), fewest), most);
    this.words = new Uint32Array(bits / 32);
    this.mask = (bits - 1) | 0;
  }

  /** Whether a larger filter would take fewer identities for known. */
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
