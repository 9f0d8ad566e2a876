// `npm run specification` writes docs/specification.md; with --check it only checks. Both fail on a fault.
import { check, write } from './specification.ts';

const { faults, summary } = process.argv.includes('--check') ? check(process.cwd()) : write(process.cwd());
console.log(summary);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
