// Bundles all services in one run into dist/services: a program for each, `orgs.js`, and chunks of what several of them load
// (docs/adr/0083-one-bundle.md). Beside them lie the licences of the packages in it and the names of those that it still
// imports. Run at the root: rolldown -c tools/bundle/services.mjs
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { ownCodeMaps } from './own-code-maps.mjs';
import { licences } from './licences.mjs';
import { packagesOutside } from './packages.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A service is an app that reads a configuration. */
const NAMES = globSync('apps/*/src/config.ts', { cwd: ROOT }).map((path) => path.split(/[\\/]/)[1]);

/** Machine code: it stays in its package, which is loaded from node_modules. Rolldown fails on a package of this kind that is not here. */
const NATIVE = ['@node-rs/crc32', 'lz4-napi', 'snappy'];
/** Packages look for these and do without: they are not installed. */
const NOT_THERE = [
  '@nats-io/transport-node',
  '@nestjs/websockets',
  'amqp-connection-manager',
  'class-transformer',
  'class-validator',
  'ioredis',
  'mqtt',
];
const isOutside = (id) => [...NATIVE, ...NOT_THERE].some((name) => id === name || id.startsWith(`${name}/`));

export default defineConfig({
  cwd: ROOT,
  input: Object.fromEntries(NAMES.map((name) => [name, `apps/${name}/src/main.ts`])),
  platform: 'node',
  external: isOutside,
  tsconfig: 'tsconfig.json',
  transform: { target: 'node22' },
  plugins: [ownCodeMaps(), licences(), packagesOutside(NATIVE)],
  onLog: (level, log, report) => {
    // It would be looked for at run time, where only what is bundled has to be.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    report(level, log);
  },
  output: {
    dir: 'dist/services',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    // Nest and MikroORM know classes by their names.
    keepNames: true,
    // Node holds the text of what it has loaded: without its white space it is a third smaller.
    minify: { compress: false, mangle: false, codegen: true },
  },
});
