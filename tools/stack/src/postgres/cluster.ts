import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandOf, identityOf } from '../process/identity.ts';
import { messageOf } from '../process/system-error.ts';
import { endForeign } from '../process/tree.ts';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './owner.ts';

type ClusterOptions = {
  directory: string;
  user: string;
  password: string;
  /** Does not wait for the disk, so that a crash may lose data. For tests. */
  fast: boolean;
};

/**
 * Creates the database cluster if it is missing. The new cluster is created in another folder and then moved, so that an incomplete
 * cluster is never used.
 * @throws Error with initdb's own message.
 */
export const createCluster = async (options: ClusterOptions, binaries: Binaries, runAs: RunAs): Promise<void> => {
  const { directory, user, password, fast } = options;
  if (existsSync(join(directory, 'PG_VERSION'))) return;
  const draft = `${directory}.new`;
  const passwordFile = `${directory}.password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700, recursive: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  const { files } = runAs;
  for (const path of [draft, passwordFile]) if (files) chownSync(path, files.uid, files.gid);
  const [command, ...args] = runAs.wrap(binaries.initdb);
  const settings = [
    `--pgdata=${draft}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts names the same on every machine, in the order that people expect.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-US',
    ...(fast ? ['--no-sync'] : []),
  ];
  try {
    await promisify(execFile)(command, [...args, ...settings], { ...runAs.owner, cwd: '/' });
    renameSync(draft, directory);
  } catch (error) {
    throw new Error(`PostgreSQL could not make its data directory ${directory}: ${messageOf(error).trim()}`, {
      cause: error,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

/** Makes PostgreSQL's user the owner of a cluster that root copied or unpacked, because PostgreSQL only opens its user's clusters. */
export const adoptCluster = (directory: string, { files }: RunAs): void => {
  if (files === undefined || statSync(directory).uid === files.uid) return;
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(directory, name), files.uid, files.gid);
  // The directory itself comes last, because its owner marks the change as complete, also after an interrupted start.
  chownSync(directory, files.uid, files.gid);
};

const GRACE_MS = 5_000;

/** Stops a server that still runs on the directory, and removes the server's pid file. */
export const endOrphan = async (directory: string): Promise<void> => {
  const file = join(directory, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const command = Number.isInteger(pid) && pid > 0 ? commandOf(pid) : '';
  if (command.includes('postgres') && command.includes(directory))
    await endForeign(identityOf(pid), 'SIGINT', GRACE_MS);
  rmSync(file, { force: true });
};

/** Whether the server on this directory reports that it accepts connections, in the last line of its postmaster.pid. */
export const isReady = (directory: string, pid: number): boolean => {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
};
