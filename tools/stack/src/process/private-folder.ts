import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** Mode of a folder through which PostgreSQL's user may pass without listing it. Needed because PostgreSQL does not run as root. */
const PASSABLE_FOLDER = 0o711;

/**
 * Creates a data folder, or restricts an existing one, so that no other user can read it. Other users cannot read files that
 * this process and its children create later, either.
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
