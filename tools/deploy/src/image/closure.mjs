// Runs in the image's build, so it must not import any package.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Finds a package from a folder as Node does. Returns undefined if the package is not installed. */
const find = (root, from, name) => {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root) break;
  }
  return undefined;
};

/** Returns the names of a package's runtime dependencies and of its required peer dependencies. */
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
 * Returns the folders below `root` of every package that the bundle imports, and of the runtime dependencies of these packages.
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
      // Skip a package for another platform, or a peer dependency that is not installed.
      if (needed === undefined) continue;
      found.add(needed);
      visit(needed, needsOf(manifestOf(needed)));
    }
  };
  visit(root, imported);
  return [...found].toSorted((one, other) => one.localeCompare(other, 'en'));
};
