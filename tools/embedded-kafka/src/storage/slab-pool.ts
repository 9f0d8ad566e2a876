const SLAB_BYTES = 1024 * 1024 + 64 * 1024;
/** Shorter buffers are cheap enough to be left to the garbage collector. */
const MIN_POOLED_BYTES = 32 * 1024;
const KEPT_SLABS = 8;

/**
 * Reuses the large buffers that requests are received into and fetched records are read into. Left to the garbage
 * collector they would pile up between its runs: 100 MB and more at full speed.
 */
export class SlabPool {
  private readonly free: Buffer[] = [];
  /** Weak: a slab that nobody gives back (its connection broke) is the garbage collector's. */
  private readonly lent = new WeakMap<ArrayBufferLike, Buffer>();

  /** A buffer of `length` bytes with any content; from the pool if it is neither short nor longer than a slab. */
  take(length: number): Buffer {
    if (length < MIN_POOLED_BYTES || length > SLAB_BYTES) return Buffer.allocUnsafeSlow(length);
    const slab = this.free.pop() ?? Buffer.allocUnsafeSlow(SLAB_BYTES);
    this.lent.set(slab.buffer, slab);
    return slab.subarray(0, length);
  }

  /** Gives a buffer, or any slice of it, back; nobody may read it afterwards. Buffers of other origin are ignored. */
  release(buffer: Buffer): void {
    const slab = this.lent.get(buffer.buffer);
    if (slab === undefined) return;
    this.lent.delete(buffer.buffer);
    if (this.free.length < KEPT_SLABS) this.free.push(slab);
  }
}

/** The pool of this process. */
export const slabs = new SlabPool();
