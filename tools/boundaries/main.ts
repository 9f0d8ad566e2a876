// `npm run boundaries` fails on a breach of .dependency-cruiser.mjs that known.json does not list, and on a listed one that
// no longer exists. With --update it rewrites the list, unless that would make it longer.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBreaches } from './breaches.ts';

const [root = process.cwd()] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const list = join(root, 'tools', 'boundaries', 'known.json');
const known: string[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
const found = await findBreaches(root);

if (process.argv.includes('--update') && found.length <= known.length) {
  writeFileSync(list, `${JSON.stringify(found, null, 2)}\n`);
} else {
  const faults = [
    ...found.filter((breach) => !known.includes(breach)).map((breach) => `breach of ${breach}`),
    ...known.filter((breach) => !found.includes(breach)).map((breach) => `listed, but gone: ${breach}`),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(`${faults.length} faults. After a move or a repair: npm run boundaries -- --update`);
    process.exitCode = 1;
  }
}
