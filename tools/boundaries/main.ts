// `npm run boundaries` fails on a breach of the rules in .dependency-cruiser.mjs.
import { findBreaches } from './breaches.ts';

const breaches = await findBreaches(process.argv[2] ?? process.cwd());
for (const breach of breaches) console.error(`breach of ${breach}`);
if (breaches.length > 0) process.exitCode = 1;
