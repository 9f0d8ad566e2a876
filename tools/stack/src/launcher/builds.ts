import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed, runCommand } from '../process/command.ts';
import { holdLock } from '../process/lock.ts';

/** What the last build of each project was made from, and what it made. */
type Stamps = Record<string, { sources: string; output: string }>;
type Project = { name: string; folder: string; sources: string };

const IGNORED = new Set(['node_modules', 'dist', 'coverage']);
/** Outside of the project's own folder, what every build is made from. */
const SHARED = [
  'libs',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.web.json',
  'tools/rolldown.service.mjs',
];

/**
 * Builds what has changed since its last build. Asking Nx costs more than a second even when nothing has; comparing the
 * content of sources and results with what they were costs a twentieth of that. A result that someone changed or removed
 * is built again as well.
 * @returns names of what was built.
 * @throws Error with the end of the build's output.
 */
export const buildChanged = async (root: string, say: (line: string) => void): Promise<string[]> => {
  const folder = join(root, 'node_modules', '.cache', 'portico');
  mkdirSync(folder, { recursive: true });
  // Two stacks that start at once from one checkout would write the same files.
  const release = await holdLock(join(folder, 'builds.lock'), BUILD_MS);
  try {
    return await buildStale(root, join(folder, 'builds.json'), say);
  } finally {
    release();
  }
};

const buildStale = async (root: string, stampsFile: string, say: (line: string) => void): Promise<string[]> => {
  const stamps = readStamps(stampsFile);
  const projects = findProjects(root);
  const stale = projects.filter(
    ({ name, folder, sources }) =>
      stamps[name]?.sources !== sources || stamps[name].output !== digestOf([join(folder, 'dist')], () => true),
  );
  if (stale.length === 0) return [];
  const names = stale.map(({ folder }) => folder.slice(join(root, 'apps').length + 1));
  say(`building ${names.join(', ')}`);
  await build(
    root,
    stale.map(({ name }) => name),
  );
  for (const { name, folder, sources } of stale)
    stamps[name] = { sources, output: digestOf([join(folder, 'dist')], () => true) };
  writeFileSync(stampsFile, JSON.stringify(stamps, undefined, 2));
  return names;
};

const OUTPUT_LINES = 30;
const BUILD_MS = 10 * 60_000;

const build = async (root: string, names: readonly string[]) => {
  try {
    await runCommand({
      command: process.execPath,
      args: [
        join(root, 'node_modules/.bin/nx'),
        'run-many',
        '-t',
        'build',
        '-p',
        names.join(','),
        '--outputStyle=static',
      ],
      cwd: root,
      // A daemon would outlive the stack, and serve this one command.
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NO_COLOR: '1' },
    });
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    throw new Error(`The build failed:\n${whatFailed(error.output)}`, { cause: error });
  }
};

/** The output of the projects that failed, out of that of all. */
const whatFailed = (output: string): string => {
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

/** The applications that have a build. */
const findProjects = (root: string): Project[] => {
  const isSource = (name: string) => !/\.spec\.tsx?$/.test(name);
  const shared = digestOf(
    SHARED.map((path) => join(root, path)),
    isSource,
  );
  return readdirSync(join(root, 'apps')).flatMap((app) => {
    const folder = join(root, 'apps', app);
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) return [];
    const { name, scripts }: { name: string; scripts?: { build?: string } } = JSON.parse(
      readFileSync(manifest, 'utf8'),
    );
    return scripts?.build ? [{ name, folder, sources: `${shared}:${digestOf([folder], isSource)}` }] : [];
  });
};

/** One digest of the names and contents of all files below the paths. */
const digestOf = (paths: readonly string[], isCounted: (name: string) => boolean): string => {
  const hash = createHash('sha1');
  const visit = (path: string) => {
    let names: string[];
    try {
      names = readdirSync(path).toSorted();
    } catch {
      if (existsSync(path)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
      return;
    }
    for (const name of names) if (!IGNORED.has(name) && isCounted(name)) visit(join(path, name));
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
};

const readStamps = (file: string): Stamps => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stamps;
  } catch {
    return {};
  }
};
