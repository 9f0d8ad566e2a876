// Runs tests: node tools/test-runs/main.mjs <fast|chaos|real|release|ci> [arguments of jest]. Each run ends with one line that counts
// all tests: N passed, N failed.
import { randomInt } from 'node:crypto';
import { testInCi } from './ci.mjs';
import { testChaos, testFast } from './lanes.mjs';
import { allRealSuites, testReal } from './real.mjs';

const [name = '', ...args] = process.argv.slice(2);

const RUNS = {
  fast: () => [testFast(args)],
  chaos: () => [testChaos(args)],
  real: () => testReal(args),
  release: async () => {
    process.env.PORTICO_AUDIT = 'full';
    process.env.ALERTS_HISTORIES ??= '5000';
    process.env.PORTICO_HISTORIES ??= '50';
    return [testFast(), testChaos(), ...(await testReal([], allRealSuites()))];
  },
  ci: testInCi,
};

const run = RUNS[name];
if (!run) {
  console.error(`there is no test run '${name}': one of ${Object.keys(RUNS).join(', ')}`);
  process.exit(1);
}
// Seed of all random choices in tests (tools/testkit/src/random.ts).
process.env.PORTICO_SEED ??= String(randomInt(2 ** 31));
const seed = `Seed of this run: PORTICO_SEED=${process.env.PORTICO_SEED}`;
console.log(seed);
const results = await run();
const sum = (count) => results.reduce((total, result) => total + result[count], 0);
if (sum('failed') > 0) {
  console.log(`\nFailed:\n${results.flatMap(({ failures }) => failures.map((failure) => `  ${failure}`)).join('\n')}`);
  console.log(seed);
}
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 ? 1 : 0);
