import { closeSync, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { slabs } from '../storage/slab-pool.ts';

const fdatasyncAsync = promisify(fdatasync);

/**
 * One append-only file, opened at first use. Reads and writes are synchronous: they go to the page cache in
 * microseconds, which keeps appends of a partition in order without locks. A disk that stalls therefore stalls the broker.
 */
export class SegmentFile {
  readonly path: string;
  private fd: number | undefined;
  /** A write failed and what it had written could not be cut off yet. */
  private torn = false;

  constructor(path: string) {
    this.path = path;
  }

  private open(): number {
    this.fd ??= openSync(this.path, 'a+');
    return this.fd;
  }

  byteLength(): number {
    return fstatSync(this.open()).size;
  }

  /** Appends at `position`, the end. When the disk is full or fails, what was written is cut off again, at the latest by the next append. */
  append(bytes: Buffer, position: number): void {
    const fd = this.open();
    if (this.torn) ftruncateSync(fd, position);
    this.torn = true;
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
    } catch (error) {
      ftruncateSync(fd, position);
      this.torn = false;
      throw error;
    }
    this.torn = false;
  }

  /** Up to `length` bytes from `position`, fewer only at the end of the file; into a slab if the caller releases it. */
  read(position: number, length: number, pooled = false): Buffer {
    const bytes = pooled ? slabs.take(length) : Buffer.allocUnsafeSlow(length);
    const fd = this.open();
    let filled = 0;
    while (filled < length) {
      const count = readSync(fd, bytes, filled, length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled === length ? bytes : bytes.subarray(0, filled);
  }

  truncate(position: number): void {
    ftruncateSync(this.open(), position);
  }

  /** Resolves when what was written before the call is on the disk, or when the file was closed meanwhile. */
  async flush(): Promise<void> {
    const { fd } = this;
    if (fd === undefined) return;
    try {
      await fdatasyncAsync(fd);
    } catch (error) {
      if (this.fd === fd) throw error;
    }
  }

  flushSync(): void {
    if (this.fd !== undefined) fdatasyncSync(this.fd);
  }

  /** Frees the descriptor; the next use opens the file again. */
  close(): void {
    if (this.fd === undefined) return;
    closeSync(this.fd);
    this.fd = undefined;
  }
}
