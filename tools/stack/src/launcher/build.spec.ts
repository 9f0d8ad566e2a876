import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { build, buildOf } from './build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portico-build-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const makeParts = () => {
  for (const part of ['dist/services', 'apps/console/dist']) mkdirSync(join(root, part), { recursive: true });
};
/** Writes a substitute for Nx that prints `output` and exits with `code`. */
const nx = (output: string, code: number) => {
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  const program = `process.stdout.write(${JSON.stringify(output)}); process.exitCode = ${code};`;
  writeFileSync(join(root, 'node_modules/.bin/nx'), program);
};

it('the launcher names the parts that Nx built, but no parts from its cache', async () => {
  nx(
    `
> nx run @portico/console:build  [existing outputs match the cache, left as is]

> nx run portico:build

✔ rolldown finished

 NX   Successfully ran target build for 2 projects
`,
    0,
  );
  makeParts();
  expect(await build(root, join(root, 'copy'))).toEqual(['services']);
});

it('the launcher reports only the output of the failed build', async () => {
  nx(
    `
> nx run @portico/console:build

all is well

> nx run portico:build

src/main.ts: broken

 NX   Running target build for 2 projects failed

Failed tasks:

- portico:build
`,
    1,
  );
  await expect(build(root, join(root, 'copy'))).rejects.toThrow(
    /^The build failed:\n(?!.*all is well).*src\/main\.ts: broken/s,
  );
});

describe('a build', () => {
  const page = 'apps/console/dist/index.html';
  const served = (dataDir: string) => readFileSync(join(buildOf(root, dataDir), page), 'utf8');
  /** Writes sources and a substitute for Nx. The result of the build is a page with `text`. Then builds. */
  const buildFor = async (dataDir: string, text: string) => {
    nx('\n> nx run @portico/console:build\n\n', 0);
    makeParts();
    for (const folder of ['apps/console/src', 'apps/console/test']) mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, page), text);
    writeFileSync(join(root, 'apps/console/src/main.ts'), text);
    return build(root, buildOf(root, dataDir));
  };
  const keptBuilds = () => readdirSync(join(root, 'node_modules/.cache/portico/builds'));

  it('does not change while a stack uses it, and is deleted later when no stack uses it', async () => {
    await buildFor('/one', 'first');
    await buildFor('/two', 'second');
    expect([served('/one'), served('/two')]).toEqual(['first', 'second']);
    await buildFor('/one', 'third');
    expect([served('/one'), served('/two')]).toEqual(['third', 'second']);
    expect(existsSync(join(buildOf(root, '/one'), 'package.json'))).toBe(true);
    for (const text of ['fourth', 'fifth', 'sixth']) await buildFor('/one', text);
    expect(served('/two')).toBe('second');
    expect(keptBuilds()).toHaveLength(4); // the builds of the two stacks, and the two before them
    rmSync(buildOf(root, '/two'), { recursive: true, force: true });
    await buildFor('/one', 'sixth');
    expect(keptBuilds()).toHaveLength(3);
  });

  it('is repeated only when sources, settings or packages have changed', async () => {
    expect(await buildFor('/one', 'first')).toEqual(['console']);
    nx('a build that was not needed', 1);
    writeFileSync(join(root, 'apps/console/test/page.ts'), 'a test');
    writeFileSync(join(root, 'apps/console/src/main.spec.ts'), 'a test');
    expect(await build(root, buildOf(root, '/one'))).toEqual([]);
    for (const file of [
      'apps/console/src/more.ts',
      'package-lock.json',
      'node_modules/.package-lock.json',
      'nx.json',
    ]) {
      writeFileSync(join(root, file), '{}');
      nx('\n> nx run @portico/console:build\n\n', 0);
      expect(await build(root, buildOf(root, '/one'))).toEqual(['console']);
    }
  });

  it('is not kept if it fails', async () => {
    nx('broken', 1);
    await expect(build(root, buildOf(root, '/one'))).rejects.toThrow('broken');
    expect(await buildFor('/one', 'corrected')).toEqual(['console']);
    expect(served('/one')).toBe('corrected');
  });
});
