import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loneFiles, STAY } from './lone-files.ts';

const A = 'apps/orgs/src/a.ts';
const B = 'apps/orgs/src/b.ts';
const ONE = 'export const one = 1;\n';
const IMPORT = `import { one } from './b.ts';\n`;
const LONE = [`${B}, of ${A}`];
const lines = (count: number): string => '// line\n'.repeat(count);

const CASES: [name: string, files: Record<string, string>, lone: string[]][] = [
  ['a small file with one importer', { [A]: IMPORT, [B]: ONE }, LONE],
  ['a file that one other file imports twice', { [A]: `${IMPORT}import type { two } from './b.ts';`, [B]: ONE }, LONE],
  ['a file that another file only re-exports', { [A]: `export { one } from './b.ts';`, [B]: ONE }, LONE],
  ['no file with two importers', { [A]: IMPORT, 'apps/orgs/src/c.ts': IMPORT, [B]: ONE }, []],
  [
    'no file that a test also imports',
    { [A]: IMPORT, 'apps/orgs/test/b.int.spec.ts': `import '../src/b.ts';`, [B]: ONE },
    [],
  ],
  ['no file that only a test imports', { 'apps/orgs/test/b.int.spec.ts': `import '../src/b.ts';`, [B]: ONE }, []],
  ['no file with its own test', { [A]: IMPORT, [B]: ONE, 'apps/orgs/src/b.spec.ts': '' }, []],
  ['no file with a dynamic import', { [A]: `await import('./b.ts');`, [B]: ONE }, []],
  ['no file of more than 60 lines', { [A]: IMPORT, [B]: ONE + lines(60) }, []],
  ['a file of 60 lines', { [A]: IMPORT, [B]: ONE + lines(59) }, LONE],
  ['no file that would make its importer too long', { [A]: IMPORT + lines(190), [B]: ONE + lines(59) }, []],
  ['no file that a module lists', { 'apps/orgs/src/orgs.module.ts': IMPORT, [B]: ONE }, []],
  [
    'a second style file of a component',
    {
      'apps/console/src/a.tsx': `import './a.css.ts';\nimport './b.css.ts';`,
      'apps/console/src/a.css.ts': ONE,
      'apps/console/src/b.css.ts': ONE,
    },
    ['apps/console/src/b.css.ts, of apps/console/src/a.tsx'],
  ],
  [
    'no file that is the only style file of a component',
    { 'apps/console/src/a.tsx': `import './a.css.ts';`, 'apps/console/src/a.css.ts': ONE },
    [],
  ],
  ['no entity', { [A]: `import './b.entity.ts';`, 'apps/orgs/src/b.entity.ts': ONE }, []],
  [
    'no file of another package',
    {
      'libs/service/package.json': JSON.stringify({ name: '@portico/service', exports: { '.': './src/b.ts' } }),
      [A]: `import '@portico/service';`,
      'libs/service/src/b.ts': ONE,
    },
    [],
  ],
];

describe('loneFiles', () => {
  let tree: string;
  beforeEach(async () => {
    tree = await mkdtemp(join(tmpdir(), 'portico-lone-'));
  });
  afterEach(() => rm(tree, { recursive: true }));

  it.each(CASES)('reports %s', async (_, files, lone) => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), text);
    }
    expect(loneFiles(tree)).toEqual(lone);
  });

  it.each(Object.keys(STAY))('has an exception for %s, which matches an existing file', (pattern) => {
    expect(globSync(pattern, { cwd: fileURLToPath(new URL('../../', import.meta.url)) })).not.toEqual([]);
  });
});
