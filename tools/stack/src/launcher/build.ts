import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  globSync,
  readFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { CommandFailed, runCommand } from '../process/command.ts';
import { holdLock } from '../process/lock.ts';

/** The inputs of a build: sources, build settings, and the installed packages. */
const FOLDERS = ['apps', 'libs', 'tools/bundle'];
const FILES = ['nx.json', 'package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'tsconfig*.json'];
const LEFT_OUT = new Set(['node_modules', 'dist', 'test', '.nx']);
const TEST = /\.spec\.tsx?$/;

/** Hash of all inputs of the build. Takes about 0.1 s for the checkout. Nx takes ten times as long to find changes. */
const fingerprintOf = (root: string): string => {
  const hash = createHash('sha256').update(`${process.version}\0`);
  for (const file of [
    ...FOLDERS.flatMap((folder) => filesBelow(root, folder)),
    ...globSync(FILES, { cwd: root }),
  ].toSorted()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
};

const filesBelow = (root: string, folder: string): string[] => {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (LEFT_OUT.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.isFile() && !TEST.test(entry.name) ? [path] : [];
  });
};

const OUTPUT_LINES = 30;
const BUILD_MS = 10 * 60_000;
/** Number of unused builds that are kept, for switching between branches. Each takes about 20 MB. */
const UNUSED_KEPT = 2;

const cacheOf = (root: string) => join(root, 'node_modules', '.cache', 'portico');
const buildsOf = (root: string) => join(cacheOf(root), 'builds');
const stacksOf = (root: string) => join(cacheOf(root), 'stacks');

const PARTS = ['dist/services', 'apps/console/dist'] as const;

/** Path of the link to the build that a stack runs. It is in node_modules, so that the build finds packages that are not bundled. */
export const buildOf = (root: string, dataDir: string): string =>
  join(stacksOf(root), createHash('sha256').update(dataDir).digest('hex').slice(0, 16));

/**
 * Builds the product with Nx, unless these sources were built before. Each build has a folder named by its fingerprint. The folder
 * never changes, so another build does not affect a running stack. Deletes all but the newest unused builds.
 * @param copy path of the link to the build.
 * @returns the parts that were built rather than taken from Nx's cache: `services`, `console`, or both.
 * @throws Error with the end of the failed builds' output.
 */
export const build = async (root: string, copy: string): Promise<string[]> => {
  for (const folder of [buildsOf(root), stacksOf(root)]) mkdirSync(folder, { recursive: true });
  // Two stacks that start from one checkout at the same time would write the same files.
  const release = await holdLock(join(cacheOf(root), 'build.lock'), BUILD_MS);
  try {
    const { kept, names } = await findOrBuild(root);
    rmSync(copy, { recursive: true, force: true });
    symlinkSync(kept, copy);
    utimesSync(kept, new Date(), new Date());
    removeUnused(root, kept);
    return names;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new Error(`The build failed:\n${failedOutput(error.output)}`, { cause: error });
  } finally {
    release();
  }
};

/** Builds into the checkout's `dist/services`, for people who start services by hand. @throws CommandFailed with the build's output. */
export const buildServices = async (root: string): Promise<void> => {
  mkdirSync(cacheOf(root), { recursive: true });
  const release = await holdLock(join(cacheOf(root), 'build.lock'), BUILD_MS);
  await runNx(root, ['--projects=portico']).finally(release);
};

const findOrBuild = async (root: string): Promise<{ kept: string; names: string[] }> => {
  const built = new Set<string>();
  for (;;) {
    const fingerprint = fingerprintOf(root);
    const kept = join(buildsOf(root), fingerprint);
    if (existsSync(kept)) return { kept, names: [...built] };
    for (const name of await runNx(root)) built.add(name);
    // If a source changed during the build, the build is not kept, because it may contain only part of the change.
    if (fingerprintOf(root) === fingerprint) keep(root, kept);
  }
};

/** Builds with Nx, and returns the names of the built projects. @param projects - default: all projects with a build. */
const runNx = async (root: string, projects: readonly string[] = []): Promise<string[]> => {
  const output = await runCommand({
    command: process.execPath,
    args: [join(root, 'node_modules/.bin/nx'), 'run-many', '-t', 'build', '--outputStyle=static', ...projects],
    cwd: root,
    // No Nx daemon: it would only serve this command, and outlive the stack.
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NO_COLOR: '1' },
  });
  // Nx appends text to the name of a task that it took from its cache. The root project builds the services.
  const names = [...output.matchAll(/^> nx run (?:@portico\/)?(\S+):build\s*$/gm)].flatMap(([, name]) => name ?? []);
  return names.map((name) => (name === 'portico' ? 'services' : name));
};

/** Copies the build to a temporary folder and then renames the folder, so that no process sees an incomplete build. */
const keep = (root: string, target: string) => {
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const part of PARTS) cpSync(join(root, part), join(draft, part), { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{ "type": "module" }\n');
  renameSync(draft, target);
};

const removeUnused = (root: string, current: string) => {
  const links = readdirSync(stacksOf(root), { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  const used = new Set(links.map(({ name }) => basename(readlinkSync(join(stacksOf(root), name)))));
  const unused = readdirSync(buildsOf(root)).filter((name) => name !== basename(current) && !used.has(name));
  const age = (name: string) => statSync(join(buildsOf(root), name)).mtimeMs;
  for (const name of unused.toSorted((one, other) => age(other) - age(one)).slice(UNUSED_KEPT))
    rmSync(join(buildsOf(root), name), { recursive: true, force: true });
};

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
