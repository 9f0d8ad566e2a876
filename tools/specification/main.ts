// `npm run specification` checks the specification and writes docs/specification.md. With --check, it only checks. Fails on a fault.
import { check, write } from './specification.ts';

const { faults, summary } = process.argv.includes('--check') ? check(process.cwd()) : write(process.cwd());
console.log(summary);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
