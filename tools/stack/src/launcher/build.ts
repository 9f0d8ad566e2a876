import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed, runCommand } from '../process/command.ts';
import { holdLock } from '../process/lock.ts';

const OUTPUT_LINES = 30;
const BUILD_MS = 10 * 60_000;

const cacheOf = (root: string) => join(root, 'node_modules', '.cache', 'portico');

/** Where a stack's own copy of what was built is, `apps/<name>/dist` in it: below the packages that it imports. */
export const copyOf = (root: string, dataDir: string): string =>
  join(cacheOf(root), 'stacks', createHash('sha256').update(dataDir).digest('hex').slice(0, 16));

/**
 * Builds every application with Nx, whose cache leaves out what has not changed, and copies them. Nx writes all its outputs again
 * at each start: what another stack of this checkout runs must not vanish for that moment.
 * @returns names of the applications that were built, not taken from the cache.
 * @throws Error with the end of the failed builds' output.
 */
export const build = async (root: string, copy: string): Promise<string[]> => {
  const folder = cacheOf(root);
  mkdirSync(folder, { recursive: true });
  // Two stacks that start at once from one checkout would write the same files.
  const release = await holdLock(join(folder, 'build.lock'), BUILD_MS);
  try {
    const output = await runCommand({
      command: process.execPath,
      args: [join(root, 'node_modules/.bin/nx'), 'run-many', '-t', 'build', '--outputStyle=static'],
      cwd: root,
      // A daemon would outlive the stack, and serve this one command.
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NO_COLOR: '1' },
    });
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy, { recursive: true });
    for (const dist of globSync('apps/*/dist', { cwd: root }))
      cpSync(join(root, dist), join(copy, dist), { recursive: true });
    writeFileSync(join(copy, 'package.json'), '{ "type": "module" }\n');
    // A task from the cache names the cache behind its own name.
    return [...output.matchAll(/^> nx run (?:@portico\/)?(\S+):build\s*$/gm)].flatMap(([, name]) => name ?? []);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new Error(`The build failed:\n${failedOutput(error.output)}`, { cause: error });
  } finally {
    release();
  }
};

/** The output of the failed projects alone. */
const failedOutput = (output: string): string => {
  const [, summary = ''] = output.split(/^Failed tasks:$/m);
  const failed = [...summary.matchAll(/^- (\S+:build)$/gm)].map(([, task]) => task);
  const sections = output
    .split(/^(?=> nx run )/m)
    .filter((section) => failed.some((task) => section.startsWith(`> nx run ${task}`)));
  const lines = (sections.join('') || output)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('npm warn'));
  return lines
    .slice(0, OUTPUT_LINES)
    .map((line) => `    | ${line}`)
    .join('\n');
};
