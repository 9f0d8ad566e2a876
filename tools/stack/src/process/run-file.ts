import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, type ProcessIdentity } from './identity.ts';
import { endForeign } from './tree.ts';

/** Folder with one file for each process that uses the data directory, so that the next start can stop leftover processes. */
const folderOf = (dataDir: string) => join(dataDir, 'run');
const fileOf = (dataDir: string, name: string) => join(folderOf(dataDir), `${name}.json`);
const GRACE_MS = 5_000;

type RunFile = ProcessIdentity & { ask: NodeJS.Signals };

export const writeRunFile = (dataDir: string, name: string, pid: number, ask: NodeJS.Signals): void => {
  mkdirSync(folderOf(dataDir), { recursive: true });
  const content: RunFile = { ...identityOf(pid), ask };
  writeFileSync(fileOf(dataDir, name), JSON.stringify(content));
};

export const removeRunFile = (dataDir: string, name: string): void => rmSync(fileOf(dataDir, name), { force: true });

/**
 * Stops the process of this name that an earlier run left on the data directory, if it is still running and is really the same
 * process. The caller has locked the data directory.
 */
export const endLeftover = async (dataDir: string, name: string): Promise<void> => {
  let left: RunFile;
  try {
    left = JSON.parse(readFileSync(fileOf(dataDir, name), 'utf8'));
  } catch {
    return; // nothing was left, or its file was not completely written
  }
  await endForeign(left, left.ask, GRACE_MS);
  removeRunFile(dataDir, name);
};

export const endLeftovers = async (dataDir: string): Promise<void> => {
  let names: string[] = [];
  try {
    names = readdirSync(folderOf(dataDir)).filter((name) => name.endsWith('.json'));
  } catch {
    return;
  }
  await Promise.all(names.map((name) => endLeftover(dataDir, name.slice(0, -'.json'.length))));
};
