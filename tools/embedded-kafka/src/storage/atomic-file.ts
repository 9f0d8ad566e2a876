import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

/**
 * Replaces a whole file atomically: readers, and a start after a crash, see either the old or the new content. Synchronous, for small
 * files. With `sync`, the new content is on disk before the old one is replaced, which also survives a power failure.
 */
export function writeFileAtomic(path: string, content: string | Uint8Array, sync = false): void {
  const temporary = `${path}.tmp`;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const fd = openSync(temporary, 'w');
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
    if (sync) fsyncSync(fd);
  } catch (error) {
    // Removes the incomplete file, because the disk may be full.
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
}

/** Returns the file's content, or undefined if the file does not exist. Throws on any other failure. */
export function readFileIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
