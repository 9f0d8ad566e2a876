import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MARK = 'libs/contracts/compatibility/last-release.json';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Returns the commit of the previous release, or why the commit is unknown, in one line. */
export function findReleaseBefore(): { commit: string } | { reason: string } {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true') return { reason: 'the git history is not complete' };
    const head = git('rev-parse', 'HEAD');
    const commit = git('log', '--format=%H', '--', MARK)
      .split('\n')
      .find((one) => one !== '' && one !== head);
    return commit === undefined ? { reason: 'there has been no release' } : { commit };
  } catch (error) {
    return { reason: `there is no git history: ${String(error).split('\n')[0]}` };
  }
}

/**
 * Copies the sources of a commit to a new folder, with links to the installed packages. Workspace packages come from the commit.
 * @returns the folder.
 */
export async function unpackSources(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-release-'));
  const archive = join(folder, 'sources.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@portico'), { recursive: true });
  const installed = join(ROOT, 'node_modules');
  // Skip entries that begin with a dot, because they are caches and commands.
  const dependencies = (await readdir(installed)).filter((name) => !name.startsWith('.') && name !== '@portico');
  await Promise.all(dependencies.map((name) => symlink(join(installed, name), join(packages, name))));
  for (const file of globSync('{apps,libs,tools}/*/package.json', { cwd: folder })) {
    const { name } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { name: string };
    if (name.startsWith('@portico/')) await symlink(join(folder, dirname(file)), join(packages, name));
  }
  return folder;
}
