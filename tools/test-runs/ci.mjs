import { suitesOf, testChaos, testFast } from './lanes.mjs';
import { realSuites, testReal } from './real.mjs';
import { touchedProjects } from './touched.mjs';

/** What runs of the slow lanes where nobody can tell which suites a change touches. */
const SMOKE = [
  /apps\/e2e\/.*kills/,
  /apps\/events\/.*\/(crash|kills|ingest)\./,
  /apps\/orgs\/.*relays/,
  /tools\/embedded-kafka\/.*durability/,
  /libs\/kafka\/.*(topics|security)/,
];

/** Chooses suites of the slow lanes: those of touched projects, or the smoke set; says which and why. */
const chooser = ({ why, folders }) => {
  const isChosen = (suite) =>
    folders ? folders.some((folder) => suite.startsWith(`${folder}/`)) : SMOKE.some((one) => one.test(suite));
  return (lane, suites) => {
    const chosen = suites.filter(isChosen);
    const set = folders ? 'of the projects that changed' : 'of the smoke set';
    console.log(`\n${lane}: ${chosen.length} of ${suites.length} suites, those ${set}: ${why}`);
    for (const suite of chosen) console.log(`  ${suite}`);
    return chosen;
  };
};

/** What `.ci/run` runs: the fast lane, and of the slow ones what the change touches. */
export const testInCi = async () => {
  const touched = touchedProjects();
  const isScreen = (folder) => folder === 'apps/console' || folder === 'libs/ui';
  if (!touched.folders || touched.folders.some(isScreen)) process.env.PORTICO_AUDIT = 'full';
  const choose = chooser(touched);
  const results = [testFast()];
  const chaos = choose('Chaos', suitesOf('chaos'));
  if (chaos.length > 0) results.push(testChaos(['--runTestsByPath', ...chaos]));
  const real = choose('Real engines', realSuites());
  if (real.length > 0) results.push(...(await testReal([], real)));
  return results;
};
