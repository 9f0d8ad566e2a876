// The test runs, each ended by one line that counts: node tools/test-runs/main.mjs <all|kafka|ci> [arguments of jest]
import { testAll } from './all.mjs';
import { finish } from './jest-run.mjs';
import { reasonAgainstKafka, testKafka } from './kafka.mjs';

/** Says why in one line, and ends. */
const refuse = (reason) => {
  console.error(reason);
  process.exit(1);
};

const RUNS = {
  all: (args) => finish(testAll(args)),
  kafka: (args) => {
    const reason = reasonAgainstKafka();
    if (reason !== undefined) refuse(reason);
    finish(testKafka(args));
  },
};

const [name = '', ...args] = process.argv.slice(2);
const run = RUNS[name];
if (run) run(args);
else refuse(`there is no test run '${name}': one of ${Object.keys(RUNS).join(', ')}`);
