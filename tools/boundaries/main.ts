// `npm run boundaries` fails on a breach of the rules in .dependency-cruiser.mjs, on an export that no other file imports, and on a
// small file that belongs into its only importer.
import { findBreaches } from './breaches.ts';
import { loneFiles } from './lone-files.ts';
import { unusedExports } from './unused-exports.ts';

const root = process.argv[2] ?? process.cwd();
const faults = [
  ...unusedExports(root).map((name) => `unused export ${name}`),
  ...loneFiles(root).map((file) => `lone file ${file}`),
  ...(await findBreaches(root)).map((breach) => `breach of ${breach}`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
