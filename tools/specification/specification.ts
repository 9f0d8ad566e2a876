import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOf, type Tagged } from './check.ts';
import { pageOf } from './page.ts';
import { readStatements } from './statements.ts';
import { readTags } from './tags.ts';

const PAGE = 'docs/specification.md';
const isForeign = (path: string): boolean => /(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path);

/** Statements and tests of the repository at `root`. */
const read = (root: string) => {
  const text = (path: string): string => readFileSync(join(root, path), 'utf8');
  const paths = globSync('{apps,libs,tools}/**/*.spec.{ts,tsx}', { cwd: root, exclude: isForeign })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
  const tagged: Tagged = new Map(paths.map((path) => [path, readTags(text(path), path.endsWith('x'))]));
  const sections = readStatements(text('tools/specification/statements.md'));
  return { faults: faultsOf(sections, tagged), page: pageOf(sections, tagged) };
};

/** Returns the faults between statements and tests, one per line. */
export const check = (root: string): string[] => read(root).faults;

/** Writes the page, which git ignores. Returns the same faults as `check`. */
export const write = (root: string): string[] => {
  const { page, faults } = read(root);
  writeFileSync(join(root, PAGE), page);
  return faults;
};
