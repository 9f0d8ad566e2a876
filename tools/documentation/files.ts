import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text file of the repository. `path` is relative to the root of the repository. */
export type TextFile = { path: string; text: string };

/** Returns the files with one of the endings. Excludes files that git ignores, such as generated pages. */
export const filesOf = (root: string, ...endings: readonly string[]): TextFile[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
