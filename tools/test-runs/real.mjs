// The test lane for engines as in production: Apache Kafka, and engines in containers.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { reasonAgainstContainers, testContainers } from './containers.mjs';
import { runJest } from './jest-run.mjs';
import { suitesOf } from './lanes.mjs';

/** The integration suites that depend most on Kafka. A release runs all suites on Apache Kafka. */
const ON_APACHE_KAFKA = [
  'apps/events/test/ingest/ingest.int.spec.ts',
  'apps/events/test/ingest/hostile-records.chaos.spec.ts',
  'libs/kafka/src/topics.int.spec.ts',
  'libs/kafka/src/consumers.int.spec.ts',
];

/** Creates a check that returns why a system cannot run here, or undefined if it can. The first check downloads and builds the system. */
const reasonFrom =
  (...check) =>
  () => {
    const { status, stderr } = spawnSync('node', check, { encoding: 'utf8' });
    return status === 0 ? undefined : stderr.trim();
  };
const reasonAgainstSystem = (name) => reasonFrom('tools/testkit/src/systems/check.ts', name);

const reasonAgainst = (program, ...version) =>
  spawnSync(program, version).error === undefined ? undefined : `there is no ${program} on this machine`;

/** Returns why an image cannot be built, or undefined if it can. A build needs buildah and a base image, but no container engine. */
const reasonAgainstImages = () =>
  reasonAgainst('buildah', '--version') ??
  (process.env.PORTICO_NODE_IMAGE ? undefined : 'PORTICO_NODE_IMAGE names no image with Node 24 and npm');

const REASONS = {
  'apache-kafka': reasonFrom('tools/embedded-kafka/apache/main.ts', '--check'),
  ...Object.fromEntries(
    ['keycloak', 'python-clients', 'go-clients', 'java-clients'].map((name) => [name, reasonAgainstSystem(name)]),
  ),
  image: reasonAgainstImages,
  'kubernetes-validate': () => reasonAgainst('kubernetes-validate', '--version'),
  nginx: () => reasonAgainst('nginx', '-v') ?? reasonAgainst('openssl', 'version'),
  haproxy: () => reasonAgainst('haproxy', '-v') ?? reasonAgainst('openssl', 'version'),
  firefox: () => reasonAgainst('firefox-esr', '--version'),
  pgbouncer: () => reasonAgainst('pgbouncer', '--version'),
  helm: () => reasonAgainst('helm', 'version'),
  promtool: () => reasonAgainst('promtool', '--version'),
  go: () => reasonAgainst('go', 'version'),
};

const needOf = (suite) => {
  const need = /^\/\/ needs: ([\w-]+)$/m.exec(readFileSync(suite, 'utf8'))?.[1];
  if (need === undefined || !(need in REASONS))
    throw new Error(`${suite} needs a line '// needs: <${Object.keys(REASONS).join('|')}>'`);
  return need;
};

/** Returns the suites that can run on this machine, by the system that they need. Prints each missing system with the reason. */
const runnable = (suites) => {
  const byNeed = Map.groupBy(suites, (suite) => (suite.endsWith('.real.spec.ts') ? needOf(suite) : 'apache-kafka'));
  return new Map(
    [...byNeed].filter(([need, ofNeed]) => {
      const reason = REASONS[need]();
      if (reason !== undefined) console.log(`Not run (${ofNeed.length} suites that need ${need}): ${reason}`);
      return reason === undefined;
    }),
  );
};

/** Returns the suites of this lane that run by default. */
export const realSuites = () => [...suitesOf('real'), ...ON_APACHE_KAFKA];
/** Returns all suites that can run on Apache Kafka. A release runs all of them. */
export const allRealSuites = () => ['real', 'int', 'chaos'].flatMap(suitesOf);

/** Runs the suites that can run on this machine, on Apache Kafka if possible. `args` are passed to jest. */
const testSuites = (suites, args) => {
  const found = runnable(suites);
  const paths = [...found.values()].flat();
  if (paths.length === 0) return [];
  const environment = found.has('apache-kafka') ? { PORTICO_TEST_KAFKA: 'apache' } : {};
  return [runJest(['--selectProjects', 'real', ...args, '--runTestsByPath', ...paths], environment)];
};

/** Returns a filter by `--testPathPatterns`, because jest ignores this option together with paths. `others`: the remaining arguments. */
const chosenBy = (args) => {
  const { values, tokens } = parseArgs({
    args,
    options: { testPathPatterns: { type: 'string', multiple: true } },
    strict: false,
    tokens: true,
  });
  const patterns = (values.testPathPatterns ?? []).map((pattern) => new RegExp(pattern));
  const own = tokens.filter(({ name }) => name === 'testPathPatterns');
  const isOwn = (_, index) =>
    own.some((token) => index === token.index || (!token.inlineValue && index === token.index + 1));
  return {
    isChosen: (suite) => patterns.length === 0 || patterns.some((pattern) => pattern.test(suite)),
    others: args.filter((arg, index) => !isOwn(arg, index)),
  };
};

/** `npm run test:real`: runs the suites that can run on this machine. `args` are passed to jest, and may choose among all suites. */
export const testReal = async (args = [], suites = args.length > 0 ? allRealSuites() : realSuites()) => {
  const { isChosen, others } = chosenBy(args);
  const results = testSuites(suites.filter(isChosen), others);
  const reason = await reasonAgainstContainers();
  if (reason === undefined) return [...results, await testContainers(args)];
  console.log(`Not run (the integration suites in containers): ${reason}`);
  return results;
};
