import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Data are their owner's alone. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** Another user passes through it to what is that user's own, and lists nothing: PostgreSQL does not run as root. */
const PASSABLE_FOLDER = 0o711;

/**
 * Makes a folder of data, or one that is there already, unreadable to every other user; what this process and its
 * children make from now on is as well.
 */
export const makePrivate = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  process.umask(0o077);
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, isRoot ? PASSABLE_FOLDER : PRIVATE_FOLDER);
  if (!isRoot) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path);
    if (found.isSymbolicLink()) continue;
    chmodSync(path, found.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE);
  }
};
