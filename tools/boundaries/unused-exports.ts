import { globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { parseSync, type ParseResult } from 'rolldown/utils';

/** Files that a tool or a command finds by name or folder and whose exports it reads. */
const FOUND_BY_NAME = [
  '**/migrations/*.ts', // MikroORM
  '**/src/routes/**', // the router's plugin
  'apps/*/src/config.ts', // tools/deploy
  'tools/ops/src/commands/*.ts',
  '**/*.d.ts',
  '**/*.gen.ts',
];
/** All names of a file: imported as a whole, or read by a tool. */
const ALL = '*';

type Source = { text: string; module: ParseResult['module'] };
type Use = { specifier: string; name: string };

/**
 * Exports below a root that no other file imports, as 'file: name', sorted. Imports by tests count. A default export counts as
 * imported, as only tools that get a file's path read one.
 */
export const unusedExports = (root: string): string[] => {
  const sources = readSources(root);
  const workspaces = workspacesIn(root);
  const resolve = resolver(workspaces, sources);
  const used = new Map([...sources.keys()].map((file) => [file, new Set<string>()]));

  const use = (file: string | undefined, name: string) => {
    const source = file && sources.get(file);
    const names = file && used.get(file);
    if (!source || !names || names.has(name)) return;
    names.add(name);
    for (const { moduleRequest, importName, exportName } of entriesOf(source)) {
      if (!moduleRequest) continue;
      const target = resolve(file, moduleRequest.value);
      if (exportName.kind === 'None') use(target, name);
      else if (name === ALL || exportName.name === name) use(target, importName.name ?? ALL);
    }
  };

  for (const [file, source] of sources) {
    if (FOUND_BY_NAME.some((pattern) => matchesGlob(file, pattern))) use(file, ALL);
    for (const { specifier, name } of usesIn(source)) use(resolve(file, specifier), name);
  }
  for (const { folder, published, exports } of workspaces.values())
    if (published) for (const target of Object.values(exports)) use(join(folder, target), ALL);

  const unused = [...sources].flatMap(([file, source]) => {
    const names = used.get(file);
    return entriesOf(source)
      .filter(({ exportName: { kind, name } }) => kind === 'Name' && !names?.has(ALL) && !names?.has(name ?? ''))
      .map(({ exportName }) => `${file}: ${exportName.name}`);
  });
  return [...new Set(unused)].toSorted();
};

const readSources = (root: string): Map<string, Source> => {
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

const entriesOf = ({ module }: Source) => module.staticExports.flatMap(({ entries }) => entries);

/** The names that a file imports. A re-export counts only if its own name is imported. */
const usesIn = ({ text, module }: Source): Use[] => [
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

/** The members that a file reads of a namespace; all if it passes the namespace on. */
const membersOf = (namespace: string, text: string): string[] => {
  const reads = [...text.matchAll(new RegExp(String.raw`(?<!\* as |[\w.$])${namespace}\b(?:\.(\w+))?`, 'g'))];
  return reads.map(([, member]) => member ?? ALL);
};

/** Finds the file of an import: beside the importing file, or by the `exports` of a workspace. */
const resolver =
  (workspaces: ReadonlyMap<string, Workspace>, sources: ReadonlyMap<string, Source>) =>
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

const workspacesIn = (root: string): Map<string, Workspace> =>
  new Map(
    globSync('{apps,libs,tools}/*/package.json', { cwd: root }).map((path) => {
      const { name, exports = {}, scripts = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return [name, { folder: dirname(path), published: 'package' in scripts, exports }];
    }),
  );
