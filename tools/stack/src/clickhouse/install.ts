import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandFailed, runCommand } from '../process/command.ts';
import { holdLock } from '../process/lock.ts';
import { messageOf } from '../process/system-error.ts';

/** The engine's package is outside of the workspace, because only machines that run the whole stack need its 550 MB. */
export const ENGINE_FOLDER = fileURLToPath(new URL('../../clickhouse-engine', import.meta.url));
const LOCKFILE = join(ENGINE_FOLDER, 'package-lock.json');
const MARKER = join(ENGINE_FOLDER, 'node_modules', '.installed');
const INSTALL_MS = 15 * 60_000;

const expected = () => createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
const isInstalled = () => existsSync(MARKER) && readFileSync(MARKER, 'utf8') === expected();

/**
 * Installs the engine's package unless this version is completely installed. Concurrent starts wait until the installation ends.
 * @param onProgress called with a line if something is downloaded.
 * @throws Error with npm's message and what to do instead.
 */
export const installEngine = async (onProgress: (line: string) => void = () => undefined): Promise<void> => {
  if (isInstalled()) return;
  const release = await holdLock(join(ENGINE_FOLDER, '.installing'), INSTALL_MS);
  try {
    if (isInstalled()) return;
    onProgress('fetching the engine from the npm registry, once: 550 MB on disk');
    rmSync(MARKER, { force: true });
    await npm();
    mkdirSync(join(ENGINE_FOLDER, 'node_modules'), { recursive: true });
    writeFileSync(MARKER, expected());
  } finally {
    release();
  }
};

const npm = async () => {
  // `npm ci` fails if the lock file lacks the package of a platform, because the registry did not offer it. `npm install` also takes
  // versions and integrity from the lock file; here it does not change the file.
  const args = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--workspaces=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // Under `npm start`, npm_execpath is the running npm. The environment variables that npm set for itself would mislead the new npm.
  const program = process.env['npm_execpath'];
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_(?:package|lifecycle|config_local_prefix)|INIT_CWD)/.test(name),
  );
  const [command, ...first] = program?.endsWith('.js') ? [process.execPath, program] : ['npm'];
  try {
    await runCommand({ command, args: [...first, ...args], cwd: ENGINE_FOLDER, env: Object.fromEntries(own) });
  } catch (error) {
    throw new Error(
      `The ClickHouse engine could not be installed from the npm registry (${reasonOf(error)}). ` +
        'Check the connection and start again, or set CLICKHOUSE_URL to use a ClickHouse server.',
      { cause: error },
    );
  }
};

const reasonOf = (error: unknown): string => {
  const output = error instanceof CommandFailed ? error.output : '';
  const lines = output.split('\n').map((line) => line.replace(/^npm (?:error|ERR!)\s*/, '').trim());
  const reason = lines.find((line) => line !== '' && !/^(?:code|errno|syscall)\b/.test(line));
  return reason ?? messageOf(error);
};
