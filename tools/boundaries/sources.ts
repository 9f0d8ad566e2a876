import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, type ParseResult } from 'rolldown/utils';

/** Stands for all names of a file, when a file is imported as a whole or read by a tool. */
export const ALL = '*';

export type Source = { text: string; module: ParseResult['module'] };
type Sources = ReadonlyMap<string, Source>;
type Use = { specifier: string; name: string };

export const readSources = (root: string): Sources => {
  const files = globSync('{apps,libs,tools}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  });
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [file, { text, module: parseSync(file, text).module }];
    }),
  );
};

export const entriesOf = ({ module }: Source) => module.staticExports.flatMap(({ entries }) => entries);

/** Returns the names that a file imports. Excludes re-exports, which count only if another file imports the re-exported name. */
export const usesIn = ({ text, module }: Source): Use[] => [
  ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.flatMap(({ importName, localName }) => {
      const names = importName.kind === 'NamespaceObject' ? membersOf(localName.value, text) : [importName.name];
      return names.map((name) => ({ specifier: moduleRequest.value, name: name ?? 'default' }));
    }),
  ),
  ...[...text.matchAll(/\bimport\(\s*'([^']+)',?\s*\)(?:\.([A-Z]\w*))?/g)].map(([, specifier = '', name]) => ({
    specifier,
    name: name ?? ALL,
  })),
];

/** Returns the members of a namespace that a file reads, or {@link ALL} if the file passes the namespace itself on. */
const membersOf = (namespace: string, text: string): string[] => {
  const reads = [...text.matchAll(new RegExp(String.raw`(?<!\* as |[\w.$])${namespace}\b(?:\.(\w+))?`, 'g'))];
  return reads.map(([, member]) => member ?? ALL);
};

/** Returns a function that finds the file of an import: by its relative path, or by the `exports` of a workspace. */
export const resolver =
  (workspaces: ReadonlyMap<string, Workspace>, sources: Sources) =>
  (from: string, specifier: string): string | undefined => {
    if (specifier.startsWith('.')) return [join(dirname(from), specifier)].find((file) => sources.has(file));
    const [scope, name, ...path] = specifier.split('/');
    const workspace = workspaces.get(`${scope}/${name}`);
    if (!workspace) return undefined;
    const key = ['.', ...path].join('/');
    for (const [pattern, target] of Object.entries(workspace.exports)) {
      const [before = '', after] = pattern.split('*');
      if (after === undefined ? key !== pattern : !key.startsWith(before)) continue;
      const file = join(workspace.folder, target.replace('*', key.slice(before.length)));
      if (sources.has(file)) return file;
    }
    return undefined;
  };

type Workspace = { folder: string; published: boolean; exports: Record<string, string> };

export const workspacesIn = (root: string): Map<string, Workspace> =>
  new Map(
    globSync('{apps,libs,tools}/*/package.json', { cwd: root }).map((path) => {
      const { name, exports = {}, scripts = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return [name, { folder: dirname(path), published: 'package' in scripts, exports }];
    }),
  );
