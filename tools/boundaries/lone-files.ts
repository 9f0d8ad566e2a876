import { matchesGlob } from 'node:path';
import { entriesOf, readSources, resolver, type Source, workspacesIn } from './sources.ts';

const MAX_LONE_LINES = 60;
/** Maximum lines of a small file and its only importer together. Slightly below the maximum for one file. */
const MAX_LINES = 240;
const MAX_SCREEN_LINES = 190;

const TESTS = ['**/*.spec.{ts,tsx}', '**/test/**', '**/testing/**'];
/** Files that a framework, or a convention of every feature, requires as separate files. */
const OWN_FILES = [
  '**/*.{module,controller,gateway,consumer,follower,interceptor,guard,filter,service,schedule,entity,migration,query}.ts',
  '**/*.{d,gen}.ts',
  '**/routes/**',
  '**/main.{ts,tsx}',
];
/** Files that only list other files, such as modules. A file that is imported only by such a list stays separate. */
const LISTS = [
  '**/*.module.ts',
  '**/{main,index}.{ts,tsx}',
  '**/routes/**', // loaded at the first visit
  'apps/console/vite.config.ts',
  'apps/events/src/table/schema/upgrades.ts',
  'libs/kafka/src/{kafkajs/patches,topics-command}.ts',
  '**/sasl.ts',
  'libs/ui/gallery/gallery.tsx',
  'libs/ui/src/controls/controls.ts',
];
/** Ending of a file with the styles of one component. vanilla-extract requires a separate file. */
const STYLES = '.css.ts';
/** Further small files with one importer that stay separate, with the reason. */
export const STAY: Readonly<Record<string, string>> = {
  'apps/alerts/src/channels/*/channel.ts': 'every type of channel has the same files',
  'apps/console/src/features/connect/snippets/*.ts': 'every language has a file',
  'apps/console/src/features/events/{views/views,columns/columns}-button.tsx': 'loads its menu when it is opened',
  'libs/service/src/telemetry/start-tracing.ts': 'loads OpenTelemetry only if traces are wanted',
  'tools/testkit/src/guarded-kafka/guide-commands.ts': 'reads a guide by its place beside this file',
};

const isAny = (file: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesGlob(file, pattern));
const linesOf = ({ text }: Source): number => text.split('\n').length - 1;
const packageOf = (file: string): string => file.split('/', 2).join('/');

/**
 * Returns the small files below a root that have no test and that only one other file imports, as 'file, of importer', sorted. Such a
 * file belongs into its importer, unless both files together are too long or the importer is a test.
 */
export const loneFiles = (root: string): string[] => {
  const sources = readSources(root);
  const resolve = resolver(workspacesIn(root), sources);
  const importers = new Map([...sources.keys()].map((file) => [file, new Set<string>()]));
  const later = new Set<string>();
  for (const [file, source] of sources) {
    const onDemand = [...source.text.matchAll(/\b(?:import|mock\w*)\(\s*'([^']+)'/g)].map(
      ([, specifier = '']) => specifier,
    );
    for (const specifier of onDemand) later.add(resolve(file, specifier) ?? '');
    const imported = source.module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
    const exported = entriesOf(source).flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
    for (const specifier of [...imported, ...exported, ...onDemand])
      importers.get(resolve(file, specifier) ?? '')?.add(file);
  }

  const isLone = (file: string, source: Source): boolean => {
    const [importer = '', another] = importers.get(file) ?? [];
    const other = sources.get(importer);
    if (!other || another !== undefined || packageOf(file) !== packageOf(importer)) return false;
    if (isAny(file, [...TESTS, ...OWN_FILES, ...Object.keys(STAY)]) || isAny(importer, [...TESTS, ...LISTS]))
      return false;
    if (
      later.has(file) ||
      sources.has(file.replace(/\.tsx?$/, '.spec.ts')) ||
      sources.has(file.replace(/\.tsx?$/, '.spec.tsx'))
    )
      return false;
    if (file.endsWith(STYLES)) {
      const own = importer.replace(/\.tsx?$/, STYLES);
      return file !== own && sources.has(own) && linesOf(source) <= MAX_LONE_LINES;
    }
    const maxLines = importer.endsWith('.tsx') ? MAX_SCREEN_LINES : MAX_LINES;
    return linesOf(source) <= MAX_LONE_LINES && linesOf(source) + linesOf(other) <= maxLines;
  };
  return [...sources]
    .filter(([file, source]) => isLone(file, source))
    .map(([file]) => `${file}, of ${[...(importers.get(file) ?? [])].join()}`)
    .toSorted();
};
