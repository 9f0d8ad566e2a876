import { join, matchesGlob } from 'node:path';
import { ALL, entriesOf, readSources, resolver, usesIn, workspacesIn } from './sources.ts';

/** Files whose exports a tool or a command reads. The tool finds such files by name or folder. */
const FOUND_BY_NAME = [
  '**/migrations/*.ts', // MikroORM
  '**/src/routes/**', // the router's plugin
  'apps/*/src/config.ts', // tools/deploy
  'tools/ops/src/commands/*.ts',
  '**/*.d.ts',
  '**/*.gen.ts',
];
/**
 * Returns the exports below a root that no other file imports, as 'file: name', sorted. Imports by tests count. Skips default exports,
 * because only tools read them, by the path of the file.
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
