import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Outlives `npm ci` and a checkout. */
const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'portico-systems');

/**
 * A folder that `fill` fills once per `key`. It appears completely or not at all: of concurrent runs the first to finish wins.
 * @param fill - gets the folder; its content must work after a rename.
 */
export const cachedFolder = async (
  name: string,
  key: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> => {
  const folder = join(CACHE, `${name}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    await fill(own);
    await rename(own, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return folder;
};
