import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { build, copyOf } from './build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-build-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Stands in for Nx: prints what Nx prints, and ends with this code. */
const nx = (output: string, code: number) => {
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  const program = `process.stdout.write(${JSON.stringify(output)}); process.exitCode = ${code};`;
  writeFileSync(join(root, 'node_modules/.bin/nx'), program);
};

it('the launcher names the applications that Nx built, not those from its cache', async () => {
  nx(
    `
> nx run @portico/console:build  [existing outputs match the cache, left as is]

> nx run @portico/gateway:build  [local cache]

> nx run @portico/billing:build

✔ rolldown finished

 NX   Successfully ran target build for 3 projects
`,
    0,
  );
  expect(await build(root, join(root, 'copy'))).toEqual(['billing']);
});

it('the launcher reports the output of the failed build alone', async () => {
  nx(
    `
> nx run @portico/fine:build

all is well

> nx run @portico/two:build

src/main.ts: broken

 NX   Running target build for 2 projects failed

Failed tasks:

- @portico/two:build
`,
    1,
  );
  await expect(build(root, join(root, 'copy'))).rejects.toThrow(
    /^The build failed:\n(?!.*all is well).*src\/main\.ts: broken/s,
  );
});

it('each stack runs a copy of the build, which the next build of the checkout leaves alone', async () => {
  const page = 'apps/console/dist/index.html';
  mkdirSync(join(root, 'apps/console/dist'), { recursive: true });
  const buildFor = async (dataDir: string, text: string) => {
    nx('', 0);
    writeFileSync(join(root, page), text);
    await build(root, copyOf(root, dataDir));
  };
  const served = (dataDir: string) => readFileSync(join(copyOf(root, dataDir), page), 'utf8');
  await buildFor('/one', 'first');
  await buildFor('/two', 'second');
  expect([served('/one'), served('/two')]).toEqual(['first', 'second']);
  await buildFor('/one', 'third');
  expect([served('/one'), served('/two')]).toEqual(['third', 'second']);
  expect(existsSync(join(copyOf(root, '/one'), 'package.json'))).toBe(true);
});
