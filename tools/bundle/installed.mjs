// Prints a hash of the installed packages, because the bundles contain them. The lockfile may list newer packages than the installed ones.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

const INSTALLED = new URL('../../node_modules/.package-lock.json', import.meta.url);

const packages = existsSync(INSTALLED) ? createHash('sha256').update(readFileSync(INSTALLED)).digest('hex') : 'none';
process.stdout.write(`${packages}\n`);
