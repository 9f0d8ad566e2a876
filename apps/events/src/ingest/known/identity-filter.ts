import type { IdentityHash } from '../../text/identity-hash.ts';

/** 32 MiB. With more identities than a tenth of it, more than one in a hundred would be taken for known by mistake. */
const BITS = 2 ** 28;
const CAPACITY = Math.floor(BITS / 10);
/** Bits of one identity. */
const MARKS = 5;
/** A Bloom filter of identities: `mayHave` is false only for identities that were never added. */
export class IdentityFilter {
  private readonly words: Uint32Array;
  private readonly mask: number;
  private added = 0;

  constructor(
    private readonly capacity = CAPACITY,
    bits = BITS,
  ) {
    this.words = new Uint32Array(bits / 32);
    this.mask = bits - 1;
  }

  get isFull(): boolean {
    return this.added > this.capacity;
  }

  hasRoomFor(identities: number): boolean {
    return this.added + identities <= this.capacity;
  }

  add({ one, other }: IdentityHash): void {
    this.added += 1;
    for (let mark = 0, bit = one; mark < MARKS; mark += 1, bit += other | 1) {
      const at = (bit & this.mask) >>> 5;
      this.words[at] = (this.words[at] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave({ one, other }: IdentityHash): boolean {
    for (let mark = 0, bit = one; mark < MARKS; mark += 1, bit += other | 1)
      if (!((this.words[(bit & this.mask) >>> 5] ?? 0) & (1 << (bit & 31)))) return false;
    return true;
  }
}
