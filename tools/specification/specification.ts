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
  return { faults: faultsOf(sections, tagged), page: pageOf(sections, tagged), text };
};

/** Writes the page. Returns what is wrong, one per line. */
export const write = (root: string): string[] => {
  const { page, faults } = read(root);
  writeFileSync(join(root, PAGE), page);
  return faults;
};

/** What is wrong, a stale page among it, one per line. */
export const check = (root: string): string[] => {
  const { page, faults, text } = read(root);
  return text(PAGE) === page ? faults : [...faults, `${PAGE} is stale: run npm run specification`];
};
