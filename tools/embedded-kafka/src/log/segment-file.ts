import { closeSync, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { slabs } from '../storage/slab-pool.ts';

const fdatasyncAsync = promisify(fdatasync);

/**
 * An append-only file, opened at first use. Reads and writes are synchronous: they reach the page cache in microseconds, so appends
 * of a partition stay in order without locks. The drawback: a disk that stalls also stalls the broker.
 */
export class SegmentFile {
  readonly path: string;
  private fd: number | undefined;
  /** Whether the file still ends with the partial result of a failed write. */
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

  /**
   * Appends at `position`, which is the end of the file. After a disk error, removes the partial write at once, or at the latest before
   * the next append.
   */
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

  /** Reads fewer than `length` bytes only at the end of the file. With `pooled`, the buffer is a slab that the caller releases. */
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

  /** Resolves when everything written before the call is on disk, or the file was closed meanwhile. */
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

  /** Closes the descriptor; the next use opens the file again. */
  close(): void {
    if (this.fd === undefined) return;
    closeSync(this.fd);
    this.fd = undefined;
  }
}
