// Bundles a service with its packages from npm into dist/main.js and what it loads on demand, beside them their licences
// and the names of the packages that it still imports (docs/adr/0058-bundled-services.md). Run in a service's folder: rolldown -c ../../tools/rolldown.service.mjs
import { defineConfig } from 'rolldown';
import { ownCodeMaps } from './bundle/own-code-maps.mjs';
import { licences } from './bundle/licences.mjs';
import { packagesOutside } from './bundle/packages.mjs';

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
  input: 'src/main.ts',
  platform: 'node',
  external: isOutside,
  tsconfig: '../../tsconfig.json',
  transform: { target: 'node22' },
  plugins: [ownCodeMaps(), licences(), packagesOutside(NATIVE)],
  onLog: (level, log, report) => {
    // It would be looked for at run time, where only what is bundled has to be.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    report(level, log);
  },
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    entryFileNames: 'main.js',
    sourcemap: true,
    // Nest and MikroORM know classes by their names.
    keepNames: true,
    // Node holds the text of what it has loaded: without its white space it is a third smaller.
    minify: { compress: false, mangle: false, codegen: true },
  },
});
