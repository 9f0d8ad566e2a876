import { suitesOf, testChaos, testFast } from './lanes.mjs';
import { realSuites, testReal } from './real.mjs';
import { touchedProjects } from './touched.mjs';

/** Smoke set of the slow lanes. These suites run first. If the suites affected by a change are unknown, only these suites run. */
const SMOKE = [
  /apps\/e2e\/.*kills/,
  /apps\/events\/.*\/(crash|kills|ingest)\./,
  /apps\/orgs\/.*relays/,
  /tools\/embedded-kafka\/.*durability/,
  /libs\/kafka\/.*(topics|security)/,
];

const isSmoke = (suite) => SMOKE.some((one) => one.test(suite));

/** Minutes after which no further batch of chaos suites starts, so that `.ci/run` ends within 90 minutes. */
const MINUTES = 60;
const BATCH = 6;

/** Returns a function that chooses suites of a slow lane, from affected projects or the smoke set, and prints them with the reason. */
const chooser = ({ why, folders }) => {
  const isChosen = (suite) => (folders ? folders.some((folder) => suite.startsWith(`${folder}/`)) : isSmoke(suite));
  return (lane, suites) => {
    const chosen = suites.filter(isChosen);
    const set = folders ? 'of the projects that changed' : 'of the smoke set';
    console.log(`\n${lane}: ${chosen.length} of ${suites.length} suites, those ${set}: ${why}`);
    for (const suite of chosen) console.log(`  ${suite}`);
    return chosen;
  };
};

/** Returns the chaos suites in the order in which they run: the smoke set, and then batches of the other suites. */
const batchesOf = (suites) => {
  const [smoke, others] = [true, false].map((isWanted) => suites.filter((suite) => isSmoke(suite) === isWanted));
  const starts = others.map((_, index) => index).filter((index) => index % BATCH === 0);
  return [smoke, ...starts.map((start) => others.slice(start, start + BATCH))].filter(({ length }) => length > 0);
};

const testInTime = (batches) => {
  const results = [];
  for (const [index, batch] of batches.entries()) {
    if (performance.now() > MINUTES * 60_000) {
      const left = batches.slice(index).flat();
      console.log(
        `\nNot run (${left.length} chaos suites): ${MINUTES} minutes are over. \`npm run test:chaos\` runs them:`,
      );
      for (const suite of left) console.log(`  ${suite}`);
      break;
    }
    results.push(testChaos(['--runTestsByPath', ...batch]));
  }
  return results;
};

/** Runs the fast lane, and the slow suites that a change affects. `.ci/run` calls this function. */
export const testInCi = async () => {
  const touched = touchedProjects();
  const isScreen = (folder) => folder === 'apps/console' || folder === 'libs/ui';
  if (!touched.folders || touched.folders.some(isScreen)) process.env.PORTICO_AUDIT = 'full';
  const choose = chooser(touched);
  const results = [testFast()];
  const real = choose('Real engines', realSuites());
  if (real.length > 0) results.push(...(await testReal([], real)));
  return [...results, ...testInTime(batchesOf(choose('Chaos', suitesOf('chaos'))))];
};
