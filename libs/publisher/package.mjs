// `npm run package [folder]` writes the published package to `folder` (default dist/): JavaScript, types and another package.json.
// The package.json next to this file exports the TypeScript source, which Node does not run from node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const out = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist'));
process.chdir(import.meta.dirname);
rmSync(out, { recursive: true, force: true });
const tsc = '../../node_modules/typescript/bin/tsc';
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.package.json', '--outDir', out], { stdio: 'inherit' });
const {
  private: _,
  scripts: _scripts,
  devDependencies: _dev,
  nx: _nx,
  ...manifest
} = JSON.parse(readFileSync('package.json', 'utf8'));
const built = (file) => ({ types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') });
manifest.exports = Object.fromEntries(Object.entries(manifest.exports).map(([path, file]) => [path, built(file)]));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync('README.md', join(out, 'README.md'));
cpSync('../../LICENSE', join(out, 'LICENSE'));
