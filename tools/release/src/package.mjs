// `npm run package [folder]` in the folder of a package writes the published package to `folder` (default: dist/): JavaScript with
// types, and another package.json. The repository's package.json exports the TypeScript source, which Node does not run from
// node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const out = resolve(process.argv[2] ?? 'dist');
rmSync(out, { recursive: true, force: true });
execFileSync(
  process.execPath,
  ['../../node_modules/typescript/bin/tsc', '-p', 'tsconfig.package.json', '--outDir', out],
  { stdio: 'inherit' },
);
const {
  private: _,
  scripts: _scripts,
  devDependencies: _dev,
  nx: _nx,
  published = [],
  ...manifest
} = JSON.parse(readFileSync('package.json', 'utf8'));
const built = (file) => ({ types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') });
manifest.exports = Object.fromEntries(Object.entries(manifest.exports).map(([path, file]) => [path, built(file)]));
if (manifest.bin)
  manifest.bin = Object.fromEntries(
    Object.entries(manifest.bin).map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]),
  );
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of ['README.md', ...published]) cpSync(file, join(out, file));
cpSync('../../LICENSE', join(out, 'LICENSE'));
