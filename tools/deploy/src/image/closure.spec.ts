import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { closureOf, namesPackage } from './closure.mjs';

const root = mkdtempSync(join(tmpdir(), 'portico-closure-'));
const add = (folder: string, manifest: object): void => {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
};

beforeAll(() => {
  add('apps/orgs', { dependencies: { '@portico/lib': '1', a: '1' }, devDependencies: { tool: '1' } });
  add('node_modules/@portico/lib', { dependencies: { b: '1' } });
  add('node_modules/a', { dependencies: { c: '2' }, optionalDependencies: { darwin: '1' } });
  add('node_modules/a/node_modules/c', { dependencies: { a: '1' } });
  add('node_modules/b', {
    peerDependencies: { peer: '1', maybe: '1' },
    peerDependenciesMeta: { maybe: { optional: true } },
  });
  for (const name of ['c', 'peer', 'maybe', 'tool']) add(`node_modules/${name}`, {});
});
afterAll(() => rmSync(root, { recursive: true }));

it('is what an app and its libraries declare, as Node finds it, without what is for development or for other platforms', () => {
  const folders = closureOf(root, [join(root, 'apps/orgs')]).map((folder) => folder.slice(root.length + 1));
  expect(folders).toEqual(['node_modules/a', 'node_modules/a/node_modules/c', 'node_modules/b', 'node_modules/peer']);
});

it.each([
  ['import { a } from "a";', true],
  ['x();import{b as c}from"@scope/b/deep";', true],
  ['export * from "a/sub";', true],
  ['var a = __require("a");', true],
  ['await import("a")', true],
  ['import { readFileSync } from "node:fs"; import "./chunk.js"; const text = "from a to b";', false],
  ['import other from "other";', false],
])('%s loads a package that has to be there: %s', (bundle, isNeeded) => {
  expect(namesPackage(bundle, ['/x/node_modules/a', '/x/node_modules/c/node_modules/@scope/b'])).toBe(isNeeded);
});
