import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

type Owner = { uid: number; gid: number };
export type RunAs = {
  /** Owner of the files, or undefined for this process's user. */
  files: Owner | undefined;
  /** User as which to start the program. Undefined for this process's user, or if the command itself changes the user. */
  owner: Owner | undefined;
  wrap: (program: string) => [command: string, ...args: string[]];
};

const USER = 'postgres';
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];

/**
 * Returns the user to run PostgreSQL as, because PostgreSQL refuses to run as root. If this process runs as root, that is the system
 * user `postgres`, which the function creates if it is missing. Otherwise, it is the user of this process.
 *
 * If `postgres` cannot pass through a folder above `paths` (a checkout in /root), the program gets the capability `dac_override`.
 * The machine's permissions stay unchanged.
 * @throws Error that names the remedy if `postgres` cannot pass and `setpriv` is missing.
 */
export const chooseOwner = (paths: readonly string[]): RunAs => {
  if (process.getuid?.() !== 0) return { files: undefined, owner: undefined, wrap: (program) => [program] };
  const owner = findUser() ?? createUser();
  const closed = paths.flatMap(foldersAbove).find((folder) => !mayPass(folder, owner));
  if (closed === undefined) return { files: owner, owner, wrap: (program) => [program] };
  const setpriv = SETPRIV.find((path) => existsSync(path));
  if (setpriv === undefined)
    throw new Error(
      `PostgreSQL does not run as root, and its user '${USER}' may not pass through ${closed}. ` +
        'Start as another user, or put the checkout and PORTICO_DATA_DIR where every user may pass.',
    );
  const { uid, gid } = owner;
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // The bit `no_setuid_fixup` makes access(2) consider the capability. PostgreSQL's programs call access(2) to find each other.
  const capability = [
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return { files: owner, owner: undefined, wrap: (program) => [setpriv, ...identity, ...capability, program] };
};

const numberOf = (command: string, ...args: string[]) =>
  Number.parseInt(execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }), 10);

const findUser = (): Owner | undefined => {
  try {
    return { uid: numberOf('id', '-u', USER), gid: numberOf('id', '-g', USER) };
  } catch {
    return undefined;
  }
};

const createUser = (): Owner => {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER], {
      stdio: 'ignore',
    });
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and a system user '${USER}' could not be made. Start as another user.`,
      {
        cause: error,
      },
    );
  }
  const owner = findUser();
  if (!owner) throw new Error(`The system user '${USER}' was made but is not found`);
  return owner;
};

const foldersAbove = (path: string): string[] => {
  const parent = dirname(path);
  return parent === path ? [] : [...foldersAbove(parent), parent];
};

const mayPass = (folder: string, { uid, gid }: Owner): boolean => {
  const stat = statSync(folder);
  const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
  return (stat.mode & bit) !== 0;
};
