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
 * Folders of every package that these apps need when they run, below `root`. Packages of the workspace are in the bundles:
 * what they need counts, they do not.
 * @param {string} root
 * @param {readonly string[]} apps folders of the apps
 * @returns {string[]}
 */
export const closureOf = (root, apps) => {
  /** @type {Set<string>} */
  const found = new Set();
  /** @type {Set<string>} */
  const seen = new Set();
  const visit = (folder) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    for (const name of needsOf(manifestOf(folder))) {
      const needed = find(root, folder, name);
      // Of another platform, or a peer that nobody installed.
      if (needed === undefined) continue;
      if (!name.startsWith('@portico/')) found.add(needed);
      visit(needed);
    }
  };
  apps.forEach(visit);
  return [...found].toSorted((one, other) => one.localeCompare(other, 'en'));
};

/** Every module that a bundle may load: by `import`, `export … from` or `require`, at the beginning of a line or not. */
const LOADED = /(?:\bimport|\bfrom|require\w*)\s*\(?\s*["'](@[\w.-]+\/[\w.-]+|[\w.-]+)/g;

/**
 * Whether a bundle loads one of these packages: all of them are needed then, since packages load others by names that stand in
 * no bundle. A bundle with everything in it needs none.
 * @param {string} bundle
 * @param {readonly string[]} folders of packages
 */
export const namesPackage = (bundle, folders) => {
  const named = new Set([...bundle.matchAll(LOADED)].map(([, name]) => name));
  return folders.some((folder) => named.has(folder.split('/node_modules/').at(-1) ?? ''));
};
