// `node tools/deploy/src/image/assemble.mjs <folder>` collects the content of the image in a folder. Run `npm run build` before.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closureOf } from './closure.mjs';

const SERVICES = 'dist/services';
/** Matches files of packages that are not needed at run time. */
const NOT_NEEDED = /(?:\.d\.[cm]?ts|\.map|\.md|\.markdown|\.tsbuildinfo)$/;

/**
 * @param {string} root the built checkout
 * @param {string} target an absent or empty folder
 * @returns {string[]} names of the processes
 */
const assemble = (root, target) => {
  const services = globSync(`${SERVICES}/*.js`, { cwd: root }).map((path) => basename(path, '.js'));
  if (services.length === 0) throw new Error('nothing is built: npm run build');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const built of [SERVICES, 'apps/console/dist'])
    cpSync(join(root, built), join(target, built), { recursive: true });
  const imported = JSON.parse(readFileSync(join(root, SERVICES, 'packages.json'), 'utf8'));
  for (const folder of closureOf(root, imported))
    cpSync(folder, join(target, relative(root, folder)), {
      recursive: true,
      // Skip nested packages, because the closure lists the needed ones separately.
      filter: (source) => !NOT_NEEDED.test(source) && !relative(folder, source).split('/').includes('node_modules'),
    });
  for (const program of ['portico.mjs', 'healthcheck.mjs', 'generate-secrets.mjs'])
    cpSync(fileURLToPath(new URL(program, import.meta.url)), join(target, program));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = { name: 'portico', version, type: 'module', private: true };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest)}\n`);
  const license = join(root, 'LICENSE');
  if (existsSync(license)) cpSync(license, join(target, 'LICENSE'));
  return services;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , target = 'dist/image'] = process.argv;
  console.log(`${target}: ${assemble(process.cwd(), target).join(', ')}`);
}
