/** Minimum size of a pooled buffer. Responses copy shorter buffers, so the garbage collector can free those. */
const MIN_POOLED_BYTES = 1024;

/** Reuses buffers of requests and fetched records. Without reuse, a busy broker would have 100 MB and more of garbage buffers. */
class SlabPool {
  private readonly sizes = [
    { bytes: 32 * 1024, kept: 32, free: [] as Buffer[] },
    { bytes: 1024 * 1024 + 64 * 1024, kept: 8, free: [] as Buffer[] },
  ];
  /** Slabs in use. The map is weak, so that slabs that are never released, for example after a broken connection, can be freed. */
  private readonly lent = new WeakMap<ArrayBufferLike, Buffer>();

  /** Returns a buffer of `length` bytes with arbitrary content. Buffers that are very short or longer than a slab are not pooled. */
  take(length: number): Buffer {
    const size = length < MIN_POOLED_BYTES ? undefined : this.sizes.find(({ bytes }) => length <= bytes);
    if (size === undefined) return Buffer.allocUnsafeSlow(length);
    const slab = size.free.pop() ?? Buffer.allocUnsafeSlow(size.bytes);
    this.lent.set(slab.buffer, slab);
    return slab.subarray(0, length);
  }

  /** Returns the memory of a buffer or slice to the pool. The caller must not read it afterwards. Ignores memory from other sources. */
  release(buffer: Buffer): void {
    const slab = this.lent.get(buffer.buffer);
    if (slab === undefined) return;
    this.lent.delete(buffer.buffer);
    const size = this.sizes.find(({ bytes }) => bytes === slab.length);
    if (size !== undefined && size.free.length < size.kept) size.free.push(slab);
  }
}

export const slabs = new SlabPool();
