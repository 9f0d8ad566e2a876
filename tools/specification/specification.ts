import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOf, summaryOf, type Tagged } from './check.ts';
import { pageOf } from './page.ts';
import { quoteFaults, sourcesOf } from './quotes.ts';
import { readStatements } from './statements.ts';
import { readTags } from './tags.ts';

const FOLDER = 'tools/specification';
const PAGE = 'docs/specification.md';
const isForeign = (path: string): boolean => /(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path);

/** Reads the statements and tests of the repository at `root`. */
const read = (root: string) => {
  const text = (path: string): string => readFileSync(join(root, path), 'utf8');
  const paths = globSync('{apps,libs,tools}/**/*.spec.{ts,tsx}', { cwd: root, exclude: isForeign })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
  const tagged: Tagged = new Map(paths.map((path) => [path, readTags(text(path), path.endsWith('x'))]));
  const sections = readStatements(text(`${FOLDER}/statements.md`));
  const sources = sourcesOf(text(`${FOLDER}/product.md`), text(`${FOLDER}/decisions.md`));
  return {
    faults: [...quoteFaults(sections, sources), ...faultsOf(sections, tagged)],
    summary: summaryOf(sections),
    page: pageOf(sections, tagged),
  };
};

/** `faults` between specification, statements and tests, one per line. `summary` counts the statements. */
type Report = { faults: string[]; summary: string };

export const check = (root: string): Report => {
  const { faults, summary } = read(root);
  return { faults, summary };
};

/** Writes the page, which git ignores. Returns the report of `check`. */
export const write = (root: string): Report => {
  const { page, ...report } = read(root);
  writeFileSync(join(root, PAGE), page);
  return report;
};
