import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

/**
 * Replaces a file as a whole: readers and a crash see the old content or the new, never a part. Synchronous on purpose,
 * for small files; with `sync` the content is on the disk before the old one is gone (power loss, not only kill -9).
 */
export function writeFileAtomic(path: string, content: string | Uint8Array, sync = false): void {
  const temporary = `${path}.tmp`;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const fd = openSync(temporary, 'w');
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
    if (sync) fsyncSync(fd);
  } catch (error) {
    // A full disk needs every byte back.
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
}

/** The file's content, or `undefined` when there is none. Other failures are thrown. */
export function readFileIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
