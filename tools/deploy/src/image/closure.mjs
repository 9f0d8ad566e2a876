// Runs in the image's build, with nothing but Node.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @returns {Record<string, any>} */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Where Node finds a package from a folder, undefined when it is not installed. */
const find = (root, from, name) => {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root) break;
  }
  return undefined;
};

/** What a package needs when it runs: what it declares, and of its peers those that it cannot do without. */
const needsOf = ({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
];

/**
 * Folders of every package that the bundle imports, or these packages need when they run, below `root`.
 * @param {string} root
 * @param {readonly string[]} imported packages that the bundle imports
 * @returns {string[]}
 */
export const closureOf = (root, imported) => {
  /** @type {Set<string>} */
  const found = new Set();
  /** @type {Set<string>} */
  const seen = new Set();
  const visit = (folder, names) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    for (const name of names) {
      const needed = find(root, folder, name);
      // Of another platform, or a peer that nobody installed.
      if (needed === undefined) continue;
      found.add(needed);
      visit(needed, needsOf(manifestOf(needed)));
    }
  };
  visit(root, imported);
  return [...found].toSorted((one, other) => one.localeCompare(other, 'en'));
};
