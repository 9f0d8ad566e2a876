// The test runs: node tools/test-runs/main.mjs <all|kafka|containers|ci> [arguments of jest]
// Each ends with one line that counts every test: N passed, N failed.
import { testAll } from './all.mjs';
import { testInCi } from './ci.mjs';
import { reasonAgainstContainers, testContainers } from './containers.mjs';
import { reasonAgainstKafka, testKafka } from './kafka.mjs';

const [name = '', ...args] = process.argv.slice(2);

/** Ends with one line that says why. */
const refuse = (reason) => {
  console.error(reason);
  process.exit(1);
};
const unless = async (reason, run) => [reason === undefined ? await run(args) : refuse(reason)];

const RUNS = {
  all: () => [testAll(args)],
  kafka: () => unless(reasonAgainstKafka(), testKafka),
  containers: async () => unless(await reasonAgainstContainers(), testContainers),
  ci: testInCi,
};

const run = RUNS[name] ?? (() => refuse(`there is no test run '${name}': one of ${Object.keys(RUNS).join(', ')}`));
const results = await run();
const sum = (count) => results.reduce((total, result) => total + result[count], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 ? 1 : 0);
