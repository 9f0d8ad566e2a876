import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { closureOf } from './closure.mjs';

const root = mkdtempSync(join(tmpdir(), 'portico-closure-'));
const add = (folder: string, manifest: object): void => {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
};

beforeAll(() => {
  add('', { dependencies: { a: '1', bundled: '1' } });
  add('node_modules/a', {
    dependencies: { c: '2' },
    optionalDependencies: { darwin: '1' },
    devDependencies: { tool: '1' },
  });
  add('node_modules/a/node_modules/c', { dependencies: { a: '1' } });
  add('node_modules/b', {
    peerDependencies: { peer: '1', maybe: '1' },
    peerDependenciesMeta: { maybe: { optional: true } },
  });
  for (const name of ['bundled', 'c', 'peer', 'maybe', 'tool']) add(`node_modules/${name}`, {});
});
afterAll(() => rmSync(root, { recursive: true }));

it("the closure lists the bundle's imports and their runtime dependencies, but no packages for development or other platforms", () => {
  const folders = closureOf(root, ['a', 'b']).map((folder) => folder.slice(root.length + 1));
  expect(folders).toEqual(['node_modules/a', 'node_modules/a/node_modules/c', 'node_modules/b', 'node_modules/peer']);
});
