import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildChanged } from './builds.ts';

const root = mkdtempSync(join(tmpdir(), 'portico-builds-'));
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const build = () => buildChanged(root, () => undefined);

beforeAll(() => {
  for (const app of ['one', 'two']) {
    write(`apps/${app}/package.json`, JSON.stringify({ name: `@portico/${app}`, scripts: { build: 'x' } }));
    write(`apps/${app}/src/main.ts`, app);
  }
  write('apps/e2e/package.json', JSON.stringify({ name: '@portico/e2e' }));
  write('libs/shared/src/index.ts', 'shared');
  // Stands in for Nx: copies the source, and fails on a source that says so.
  write(
    'node_modules/.bin/nx',
    `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
    for (const name of process.argv[process.argv.indexOf('-p') + 1].split(',')) {
      const folder = name.replace('@portico', 'apps');
      const source = readFileSync(folder + '/src/main.ts', 'utf8');
      if (source === 'broken') {
        console.log('> nx run @portico/fine:build\\nall is well\\n> nx run ' + name + ':build\\nsrc/main.ts: broken');
        console.log('Failed tasks:\\n\\n- ' + name + ':build');
        process.exit(1);
      }
      mkdirSync(folder + '/dist', { recursive: true });
      writeFileSync(folder + '/dist/main.js', source);
    }`,
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('the launcher builds only what has changed', async () => {
  expect(await build()).toEqual(['one', 'two']);
  expect(await build()).toEqual([]);

  write('apps/one/src/main.ts', 'one, changed');
  expect(await build()).toEqual(['one']);
  expect(readFileSync(join(root, 'apps/one/dist/main.js'), 'utf8')).toBe('one, changed');

  write('apps/one/src/main.spec.ts', 'a test is not built');
  expect(await build()).toEqual([]);

  write('libs/shared/src/index.ts', 'shared, changed');
  expect(await build()).toEqual(['one', 'two']);

  write('apps/two/dist/main.js', 'changed by hand');
  expect(await build()).toEqual(['two']);
});

it('the launcher shows a failed build and retries it the next time', async () => {
  write('apps/two/src/main.ts', 'broken');
  await expect(build()).rejects.toThrow(/^The build failed:\n(?!.*all is well).*src\/main\.ts: broken/s);
  write('apps/two/src/main.ts', 'repaired');
  expect(await build()).toEqual(['two']);
});
