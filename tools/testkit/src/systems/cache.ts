import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A folder outside of the checkout, so that `npm ci` and a new checkout do not delete it. */
const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'portico-systems');

/**
 * Returns a folder that `fill` fills once per `key`. The folder appears only when it is complete; if several runs fill it at once, the
 * first result is used.
 * @param fill - gets the path of a folder to fill. The content must still work after the folder is renamed.
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
