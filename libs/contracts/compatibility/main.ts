import { broken, contractsOfLastRelease, writeRelease } from './release.ts';
import { contractsOfSources } from './topics.ts';

/**
 * `npm run node -- libs/contracts/compatibility/main.ts` lists incompatibilities of the topics' contracts with the previous
 * release. Exit code 1 if there are any. The option `--release` stores the current contracts, as part of a release.
 */
const contracts = contractsOfSources();
if (process.argv.includes('--release')) {
  writeRelease(contracts);
} else {
  const found = broken(contractsOfLastRelease(), contracts);
  for (const line of found) process.stderr.write(`${line}\n`);
  if (found.length > 0) process.stderr.write('How a contract may change: docs/operations/upgrades.md\n');
  process.exitCode = found.length > 0 ? 1 : 0;
}
