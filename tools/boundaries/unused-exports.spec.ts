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
  ['a type and a value of the same name once', { [A]: 'export type One = 1; export const One = 1;' }, [`${A}: One`]],
  ['each name of an export list', { [A]: 'const one = 1, two = 2; export { one, two };' }, [`${A}: one`, `${A}: two`]],
  [
    'no export that a test imports',
    { [A]: 'export const one = 1;', 'libs/service/test/a.spec.ts': `import { one } from '../src/a.ts';` },
    [],
  ],
  [
    'no export that is imported under another name',
    { [A]: 'export const one = 1;', [B]: `import { one as two } from './a.ts';` },
    [],
  ],
  ['no type that an inline import uses', { [A]: 'export type One = 1;', [B]: `let one: import('./a.ts').One;` }, []],
  ['no export of a file with a dynamic import', { [A]: 'export const one = 1;', [B]: `await import('./a.ts');` }, []],
  [
    'the unread members of a namespace import',
    { [A]: 'export const one = 1, two = 2;', [B]: `import * as all from './a.ts'; all.one;` },
    [`${A}: two`],
  ],
  [
    'no member of a namespace that is passed on',
    { [A]: 'export const one = 1;', [B]: `import * as all from './a.ts'; console.log(all);` },
    [],
  ],
  [
    'a re-export without an importer and its source',
    { [A]: 'export const one = 1;', [B]: `export { one } from './a.ts';` },
    [`${A}: one`, `${B}: one`],
  ],
  [
    'the names of a star re-export that have no importer',
    {
      [A]: 'export const one = 1, two = 2;',
      [B]: `export * from './a.ts';`,
      'apps/orgs/src/c.ts': `import { one } from '../../../libs/service/src/b.ts';`,
    },
    [`${A}: two`],
  ],
  [
    'no export that a file imports through the package',
    {
      [MANIFEST]: manifest(),
      [A]: 'export const one = 1;',
      [B]: 'export const two = 2;',
      'apps/orgs/src/c.ts': `import { one } from '@portico/service'; import { two } from '@portico/service/b';`,
    },
    [],
  ],
  [
    'an export of a private package without an importer',
    { [MANIFEST]: manifest(), [A]: 'export const one = 1;' },
    [`${A}: one`],
  ],
  [
    'no export of a published package',
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
