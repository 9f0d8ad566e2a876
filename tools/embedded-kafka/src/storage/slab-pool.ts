/** Shorter buffers are left to the garbage collector, because responses copy them. */
const MIN_POOLED_BYTES = 1024;

/**
 * Reuses the buffers of requests and fetched records. The garbage collector would let them accumulate: 100 MB and more at full
 * speed.
 */
class SlabPool {
  private readonly sizes = [
    { bytes: 32 * 1024, kept: 32, free: [] as Buffer[] },
    { bytes: 1024 * 1024 + 64 * 1024, kept: 8, free: [] as Buffer[] },
  ];
  /** Weak, so that the garbage collector frees slabs that are never released, such as those of a broken connection. */
  private readonly lent = new WeakMap<ArrayBufferLike, Buffer>();

  /** Returns a buffer of `length` bytes with arbitrary content; from the pool if it is neither short nor longer than a slab. */
  take(length: number): Buffer {
    const size = length < MIN_POOLED_BYTES ? undefined : this.sizes.find(({ bytes }) => length <= bytes);
    if (size === undefined) return Buffer.allocUnsafeSlow(length);
    const slab = size.free.pop() ?? Buffer.allocUnsafeSlow(size.bytes);
    this.lent.set(slab.buffer, slab);
    return slab.subarray(0, length);
  }

  /** Returns a buffer, or the buffer of a slice, to the pool; it must not be read afterwards. Ignores buffers from elsewhere. */
  release(buffer: Buffer): void {
    const slab = this.lent.get(buffer.buffer);
    if (slab === undefined) return;
    this.lent.delete(buffer.buffer);
    const size = this.sizes.find(({ bytes }) => bytes === slab.length);
    if (size !== undefined && size.free.length < size.kept) size.free.push(slab);
  }
}

export const slabs = new SlabPool();
