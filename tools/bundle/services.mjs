// Bundles all services in one run into dist/services: one program per service, such as `orgs.js`, and chunks of shared code
// (docs/adr/0083-one-bundle.md). Also writes the licences of the bundled packages, and the names of packages that the bundle still
// imports. Run at the root: rolldown -c tools/bundle/services.mjs
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { ownCodeMaps } from './own-code-maps.mjs';
import { licences } from './licences.mjs';
import { packagesOutside } from './packages.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Names of the services. A service is an app with a `config.ts`. */
const NAMES = globSync('apps/*/src/config.ts', { cwd: ROOT }).map((path) => path.split(/[\\/]/)[1]);

/** Packages with machine code, which services load from node_modules. Rolldown fails on such a package if it is not listed here. */
const NATIVE = ['@node-rs/crc32', 'lz4-napi', 'snappy'];
/** Optional packages that bundled packages may import. None of these packages is installed. */
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
    // Fail on an unresolved import. Otherwise, a service would fail only at run time.
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
    // Keep class names, because Nest and MikroORM identify classes by their names.
    keepNames: true,
    // Remove white space, which makes the code a third smaller. Node keeps the text of loaded code in memory.
    minify: { compress: false, mangle: false, codegen: true },
  },
});
