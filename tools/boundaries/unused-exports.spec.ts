import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { unusedExports } from './unused-exports.ts';

const A = 'libs/service/src/a.ts';
const B = 'libs/service/src/b.ts';
const MANIFEST = 'libs/service/package.json';
const manifest = (more: object = {}) =>
  JSON.stringify({ name: '@portico/service', exports: { '.': './src/a.ts', './*': './src/*.ts' }, ...more });

const CASES: [name: string, files: Record<string, string>, unused: string[]][] = [
  ['an export without an importer', { [A]: 'export const one = 1;' }, [`${A}: one`]],
  ['an export used in its own file', { [A]: 'export const one = 1; console.log(one);' }, [`${A}: one`]],
  ['a type and a value of one name, once', { [A]: 'export type One = 1; export const One = 1;' }, [`${A}: One`]],
  ['each name of a list', { [A]: 'const one = 1, two = 2; export { one, two };' }, [`${A}: one`, `${A}: two`]],
  [
    'nothing if a test imports it',
    { [A]: 'export const one = 1;', 'libs/service/test/a.spec.ts': `import { one } from '../src/a.ts';` },
    [],
  ],
  [
    'nothing if it is imported under another name',
    { [A]: 'export const one = 1;', [B]: `import { one as two } from './a.ts';` },
    [],
  ],
  ['nothing if a type names its file', { [A]: 'export type One = 1;', [B]: `let one: import('./a.ts').One;` }, []],
  [
    'nothing of a file that is imported on demand',
    { [A]: 'export const one = 1;', [B]: `await import('./a.ts');` },
    [],
  ],
  [
    'members that are not read of a namespace',
    { [A]: 'export const one = 1, two = 2;', [B]: `import * as all from './a.ts'; all.one;` },
    [`${A}: two`],
  ],
  [
    'nothing of a namespace that is passed on',
    { [A]: 'export const one = 1;', [B]: `import * as all from './a.ts'; console.log(all);` },
    [],
  ],
  [
    'a re-export and its source',
    { [A]: 'export const one = 1;', [B]: `export { one } from './a.ts';` },
    [`${A}: one`, `${B}: one`],
  ],
  [
    'names of a whole re-export without an importer',
    {
      [A]: 'export const one = 1, two = 2;',
      [B]: `export * from './a.ts';`,
      'apps/orgs/src/c.ts': `import { one } from '../../../libs/service/src/b.ts';`,
    },
    [`${A}: two`],
  ],
  [
    'nothing imported through a workspace',
    {
      [MANIFEST]: manifest(),
      [A]: 'export const one = 1;',
      [B]: 'export const two = 2;',
      'apps/orgs/src/c.ts': `import { one } from '@portico/service'; import { two } from '@portico/service/b';`,
    },
    [],
  ],
  [
    'exports of a private workspace without an importer',
    { [MANIFEST]: manifest(), [A]: 'export const one = 1;' },
    [`${A}: one`],
  ],
  [
    'nothing of a package to publish',
    {
      [MANIFEST]: manifest({ scripts: { package: '' }, exports: { '.': './src/a.ts' } }),
      [A]: `export { one } from './b.ts';`,
      [B]: 'export const one = 1;',
    },
    [],
  ],
  ['no default export', { [A]: 'export default 1;' }, []],
  ['no migration', { 'apps/orgs/src/migrations/migration-1.ts': 'export class Migration1 {}' }, []],
  ['no route', { 'apps/console/src/routes/index.tsx': 'export const Route = 1;' }, []],
];

describe('unusedExports', () => {
  let tree: string;
  beforeEach(async () => {
    tree = await mkdtemp(join(tmpdir(), 'portico-exports-'));
  });
  afterEach(() => rm(tree, { recursive: true }));

  it.each(CASES)('reports %s', async (_, files, unused) => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), text);
    }
    expect(unusedExports(tree)).toEqual(unused);
  });
});
