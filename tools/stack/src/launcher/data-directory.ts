import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { takeLock } from '../process/lock.ts';
import { makePrivate } from '../process/private-folder.ts';
import { isFree } from '../process/ports.ts';
import { endLeftovers } from '../process/run-file.ts';
import { stackFileOf, type StackFile } from '../stack-file.ts';
import { StartFault } from './fault.ts';
import { wantedPorts, type Settings } from './settings.ts';

/**
 * Version of the data directory's layout. Increased when an older Portico cannot read the new layout, or a newer Portico cannot read the
 * old layout.
 */
export const LAYOUT_VERSION = 1;

const LOCK = 'lock';

/**
 * Locks the data directory for this process. Checks the directory's version, or empties it if `fresh`. Makes the directory
 * unreadable to other users, and ends processes that an earlier run left behind.
 * @returns a function that unlocks the directory.
 * @throws StartFault with one line of text, before any change.
 */
export const takeDataDirectory = async (dataDir: string, fresh: boolean): Promise<() => void> => {
  refuseForeign(dataDir, fresh);
  makePrivate(dataDir);
  const lock = takeLock(join(dataDir, LOCK));
  if ('heldBy' in lock)
    throw new StartFault(
      `Portico runs on ${dataDir} already (process ${lock.heldBy}): end that one first, or set another PORTICO_DATA_DIR.`,
    );
  await endLeftovers(dataDir);
  if (fresh) {
    const isKept = (name: string) => name === LOCK || name === basename(stackFileOf(dataDir));
    for (const name of readdirSync(dataDir))
      if (!isKept(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
    // The stack file is deleted last, because it marks the folder as Portico's even after an interrupted removal.
    rmSync(stackFileOf(dataDir), { force: true });
  }
  return lock.release;
};

const refuseForeign = (dataDir: string, fresh: boolean) => {
  let names: string[] = [];
  try {
    names = readdirSync(dataDir).filter((name) => !name.startsWith(LOCK));
  } catch {
    return; // it does not exist yet
  }
  if (names.length === 0) return;
  const version = layoutOf(dataDir);
  if (version === undefined)
    throw new StartFault(`${dataDir} is not empty and is no data folder of Portico: set another PORTICO_DATA_DIR.`);
  if (version !== LAYOUT_VERSION && !fresh)
    throw new StartFault(
      `${dataDir} holds data of layout version ${version}, this Portico reads version ${LAYOUT_VERSION}: ` +
        'start over with npm start -- --fresh (deletes that data), or set another PORTICO_DATA_DIR.',
    );
};

const layoutOf = (dataDir: string): number | undefined => {
  try {
    const content: unknown = JSON.parse(readFileSync(stackFileOf(dataDir), 'utf8'));
    const version = typeof content === 'object' && content && 'version' in content ? content.version : undefined;
    return typeof version === 'number' ? version : undefined;
  } catch {
    return undefined;
  }
};

/** Replaces the file that scripts read, in one step. Only its owner may read it, because it contains passwords. */
export const writeStackFile = (dataDir: string, content: StackFile): void => {
  const file = stackFileOf(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

/** @throws StartFault that names the first occupied port, and the variable that changes it. */
export const refuseUsedPorts = async (settings: Settings): Promise<void> => {
  const wanted = wantedPorts(settings);
  const free = await Promise.all(wanted.map(({ port }) => isFree(port)));
  const used = wanted.find((_, index) => !free[index]);
  if (used)
    throw new StartFault(
      `Port ${used.port} for ${used.purpose} is in use: end what listens there, or set another ${used.variable}.`,
    );
};
