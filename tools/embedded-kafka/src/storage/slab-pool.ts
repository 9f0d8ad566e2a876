const SLAB_BYTES = 1024 * 1024 + 64 * 1024;
/** Shorter buffers are left to the garbage collector. */
const MIN_POOLED_BYTES = 32 * 1024;
const KEPT_SLABS = 8;

/**
 * Reuses the large buffers of requests and fetched records. The garbage collector would let them accumulate: 100 MB and more at full
 * speed.
 */
class SlabPool {
  private readonly free: Buffer[] = [];
  /** Weak, so that the garbage collector frees slabs that are never released, such as those of a broken connection. */
  private readonly lent = new WeakMap<ArrayBufferLike, Buffer>();

  /** Returns a buffer of `length` bytes with arbitrary content; from the pool if it is neither short nor longer than a slab. */
  take(length: number): Buffer {
    if (length < MIN_POOLED_BYTES || length > SLAB_BYTES) return Buffer.allocUnsafeSlow(length);
    const slab = this.free.pop() ?? Buffer.allocUnsafeSlow(SLAB_BYTES);
    this.lent.set(slab.buffer, slab);
    return slab.subarray(0, length);
  }

  /** Returns a buffer, or the buffer of a slice, to the pool; it must not be read afterwards. Ignores buffers from elsewhere. */
  release(buffer: Buffer): void {
    const slab = this.lent.get(buffer.buffer);
    if (slab === undefined) return;
    this.lent.delete(buffer.buffer);
    if (this.free.length < KEPT_SLABS) this.free.push(slab);
  }
}

export const slabs = new SlabPool();
