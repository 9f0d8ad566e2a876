import { suitesOf, testChaos, testFast } from './lanes.mjs';
import { realSuites, testReal } from './real.mjs';
import { touchedProjects } from './touched.mjs';

/** Suites of the slow lanes that run if the suites affected by a change are unknown. */
const SMOKE = [
  /apps\/e2e\/.*kills/,
  /apps\/events\/.*\/(crash|kills|ingest)\./,
  /apps\/orgs\/.*relays/,
  /tools\/embedded-kafka\/.*durability/,
  /libs\/kafka\/.*(topics|security)/,
];

/** Chooses suites of the slow lanes, those of affected projects or the smoke set, and prints which and why. */
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

/** Entry point of `.ci/run`: the fast lane, and the slow suites that a change affects. */
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
