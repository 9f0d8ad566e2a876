// Lets Node run the services' TypeScript from source in development and tests: Nest's injection needs decorator metadata, which
// Node's type stripping does not emit. Usage: `node --import ./tools/swc-hook.mjs apps/x/src/main.ts`. The transformed source and
// compiled code of each file are cached on disk for the next process.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const cacheOf = (name) => fileURLToPath(new URL(`../node_modules/.cache/${name}/`, import.meta.url));
const CACHE = cacheOf('swc-hook');
/** Milliseconds until the cache is written, when all modules are loaded. At its end, a killed process could not write the cache. */
const LOADED = 5_000;
const OPTIONS = {
  sourceMaps: 'inline',
  swcrc: false,
  configFile: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, verbatimModuleSyntax: true },
  },
};
const VERSION = JSON.stringify([require('@swc/core/package.json').version, OPTIONS]);

const kept = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
const keep = (path, code) => {
  mkdirSync(CACHE, { recursive: true });
  // Renamed into place, so that no process reads half a file.
  writeFileSync(`${path}.${process.pid}`, code);
  renameSync(`${path}.${process.pid}`, path);
  return code;
};

/** Loads swc for the first file that is not cached. */
const transform = (source, filename) => require('@swc/core').transformSync(source, { ...OPTIONS, filename }).code;

enableCompileCache(cacheOf('compiled'));
setTimeout(flushCompileCache, LOADED).unref();

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !/\.ts(\?|$)/.test(url) || url.includes('/node_modules/'))
      return nextLoad(url, context);
    const filename = fileURLToPath(url.split('?')[0]);
    const source = readFileSync(filename, 'utf8');
    const path = join(
      CACHE,
      createHash('sha256').update(VERSION).update(filename).update('\0').update(source).digest('hex'),
    );
    return { format: 'module', source: kept(path) ?? keep(path, transform(source, filename)), shortCircuit: true };
  },
});
