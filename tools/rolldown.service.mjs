// Bundles one service's own code (its src and the workspace's libs) into dist/main.js; packages from npm stay outside.
// Run in a service's folder: rolldown -c ../../tools/rolldown.service.mjs
import { isAbsolute } from 'node:path';
import { defineConfig } from 'rolldown';

const isOwnCode = (id) =>
  id.startsWith('.') || isAbsolute(id) || id.startsWith('@portico/') || id.startsWith('@oxc-project/runtime');

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  external: (id) => !isOwnCode(id),
  tsconfig: '../../tsconfig.json',
  transform: { target: 'node22', decorator: { legacy: true, emitDecoratorMetadata: true } },
  output: { dir: 'dist', format: 'esm', sourcemap: true, entryFileNames: 'main.js' },
});
