import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { identityOf, isRunning, type ProcessIdentity } from './identity.ts';
import { codeOf } from './system-error.ts';

const POLL_MS = 200;

/**
 * Takes a lock for this process, or returns the holder's id. Takes over a lock whose process has ended, even by `kill -9`.
 * @returns a function that releases the lock, or the holder's process id.
 */
export const takeLock = (file: string): { release: () => void } | { heldBy: number } => {
  const own = JSON.stringify(identityOf(process.pid));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    for (;;) {
      try {
        linkSync(draft, file); // atomic, and never replaces an existing lock
        return { release: () => releaseLock(file, own) };
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const found = read(file);
      const holder = found && parse(found);
      if (holder && isRunning(holder)) return { heldBy: holder.pid };
      if (found !== undefined) putAside(file, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
};

/** Waits until the lock is free. @throws Error after `timeoutMs` milliseconds. */
export const holdLock = async (file: string, timeoutMs: number): Promise<() => void> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const lock = takeLock(file);
    if ('release' in lock) return lock.release;
    if (Date.now() > deadline) throw new Error(`${file} is held by process ${lock.heldBy}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // it was released in the meantime
  }
};

const parse = (content: string): ProcessIdentity | undefined => {
  try {
    return JSON.parse(content) as ProcessIdentity;
  } catch {
    return undefined;
  }
};

/** Removes a stale lock. If another process took the lock over at the same moment, puts that process's lock back. */
const putAside = (file: string, stale: string) => {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside) !== stale) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process already has it.
    }
  }
  rmSync(aside, { force: true });
};

const releaseLock = (file: string, own: string) => {
  if (read(file) === own) rmSync(file, { force: true });
};
