// `npm run node -- tools/bundle/first-load.mjs` builds the console. For each route of a signed-in user, it prints the bytes of
// JavaScript in the first load, and the numbers of scripts and style sheets.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VITE = [
  'node_modules/vite/bin/vite.js',
  'build',
  'apps/console',
  '--config',
  'apps/console/vite.config.ts',
  '--manifest',
];
/** Matches the file of a route, such as `src/routes/_portal/admin/users.tsx?tsr-split=component---loader`. */
const ROUTE = /^src\/routes\/(_portal.*)\.tsx\?tsr-split=component/;
/** Further files that a route loads at the same time as its own file. The dashboard also loads the list of events. */
const BESIDE = { '_portal/dashboard': ['src/features/events/events-screen.tsx'] };

/** @typedef {{ file: string, name?: string, imports?: string[], css?: string[], dynamicImports?: string[] }} Chunk */

/** @param {Record<string, Chunk>} chunks @param {readonly string[]} keys @returns {Set<string>} all loaded keys */
const closure = (chunks, keys, seen = new Set()) => {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    closure(chunks, chunks[key]?.imports ?? [], seen);
  }
  return seen;
};

const outDir = await mkdtemp(join(tmpdir(), 'portico-first-load-'));
try {
  await promisify(execFile)(process.execPath, [...VITE, '--outDir', outDir, '--emptyOutDir'], { cwd: ROOT });
  /** @type {Record<string, Chunk>} */
  const chunks = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
  const sizes = new Map();
  for (const { file } of Object.values(chunks).filter(({ file }) => file.endsWith('.js')))
    sizes.set(file, (await promisify(gzip)(await readFile(join(outDir, file)), { level: 9 })).length);
  const start = chunks['index.html']?.dynamicImports?.filter((key) => !key.includes('start-landing')) ?? [];
  const routes = Object.keys(chunks).flatMap((key) => {
    const path = ROUTE.exec(key)?.[1];
    return path === undefined ? [] : [{ path, key }];
  });
  const rows = routes.map(({ path, key }) => {
    const around = routes.filter((other) => path.startsWith(`${other.path}/`)).map((other) => other.key);
    const keys = closure(chunks, ['index.html', ...start, ...around, key, ...(BESIDE[path] ?? [])]);
    const files = new Set([...keys].map((one) => chunks[one]?.file));
    const sheets = new Set([...keys].flatMap((one) => chunks[one]?.css ?? []));
    return {
      path,
      bytes: [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0),
      files: files.size + sheets.size,
    };
  });
  for (const { path, bytes, files } of rows.toSorted((a, b) => b.bytes - a.bytes))
    process.stdout.write(`${bytes.toLocaleString('en').padStart(9)} ${String(files).padStart(3)} ${path}\n`);
} finally {
  await rm(outDir, { recursive: true, force: true });
}
