import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import configuration, { TESTS } from '../../.dependency-cruiser.mjs';

const { enhancedResolveOptions, ...options } = configuration.options;
const isOfFolders = (rule: IForbiddenRuleType) => 'scope' in rule && rule.scope === 'folder';
const FOLDER_RULES = configuration.forbidden.filter(isOfFolders);
const FILE_RULES = configuration.forbidden.filter((rule) => !isOfFolders(rule));

export const findBreaches = async (root: string): Promise<string[]> => {
  const files = await cruiseSources(root, { ruleSet: { forbidden: FILE_RULES } });
  const folders = await cruiseSources(root, {
    ruleSet: { forbidden: FOLDER_RULES },
    exclude: { path: `${options.exclude.path}|${TESTS}` },
  });
  const found = [...files.summary.violations, ...folders.summary.violations].map(({ rule, from, to, cycle }) =>
    line(rule.name, from, ...(cycle?.map(({ name }) => name) ?? [to])),
  );
  return [...new Set([...found, ...undeclaredWorkspaces(root, files)])].toSorted();
};

const line = (rule: string, ...path: string[]) => `${rule}: ${path.join(' -> ')}`;

const cruiseSources = async (root: string, more: ICruiseOptions): Promise<ICruiseResult> => {
  const sources = ['apps', 'libs', 'tools'].filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(
    sources,
    { ...options, baseDir: root, validate: true, ...more } as ICruiseOptions,
    enhancedResolveOptions,
  );
  return output as ICruiseResult;
};

/**
 * Returns imports of workspace packages that package.json does not declare. dependency-cruiser does not find them, because a link in
 * node_modules resolves to the package's sources.
 */
const undeclaredWorkspaces = (root: string, { modules }: ICruiseResult): string[] => {
  const declared = new Map<string, Set<string>>();
  /** Returns the packages that the nearest package.json declares, and the package's own name. */
  const declaredBy = (folder: string): Set<string> => {
    const file = join(root, folder, 'package.json');
    const names = declared.get(folder) ?? (existsSync(file) ? namesIn(file) : declaredBy(dirname(folder)));
    declared.set(folder, names);
    return names;
  };
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ module, resolved }) => {
      const workspace = /^@portico\/[^/]+/.exec(module)?.[0];
      if (!workspace || declaredBy(dirname(source)).has(workspace)) return [];
      return [line('declared-packages', source, resolved)];
    }),
  );
};

const namesIn = (file: string): Set<string> => {
  const { name, dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return new Set([name, ...Object.keys(dependencies), ...Object.keys(devDependencies)]);
};
