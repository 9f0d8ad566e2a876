// `npm test`: unit (pure, in node), int (real engines, one embedded stack for the run), web (components in jsdom) and
// e2e (a real browser). `npm run test:chaos` and `npm run test:real`: the project of that name.
const swc = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true, decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
  },
  module: { type: 'es6' },
};
const shared = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.(t|j)sx?$': ['@swc/jest', swc] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  moduleNameMapper: { '^fast-check$': '<rootDir>/tools/testkit/seeded-fast-check.mjs' },
  transformIgnorePatterns: ['/node_modules/'],
};
const node = { ...shared, testEnvironment: 'node' };
const browser = {
  ...shared,
  testEnvironment: '<rootDir>/apps/console/jsdom-environment.mjs',
  setupFilesAfterEnv: [
    '<rootDir>/apps/console/src/testing/async-timeout.ts',
    '<rootDir>/apps/console/src/testing/without-styles.mjs',
  ],
  // Style sheets first: a `.css.ts` is compiled to class names, and a library's `.css` to nothing.
  transform: { '\\.css(\\.ts)?$': '@vanilla-extract/jest-transform', ...shared.transform },
  transformIgnorePatterns: ['/node_modules/(?!.*\\.css$)'],
};

/** Suites of one lane or project: `*.int.spec.ts`. */
const suites = (role) => `<rootDir>/{apps,libs,tools}/**/*.${role}.spec.ts`;
const onEngines = {
  ...node,
  globalSetup: '<rootDir>/tools/testkit/global-setup.mjs',
  globalTeardown: '<rootDir>/tools/testkit/global-teardown.mjs',
  setupFiles: ['<rootDir>/tools/testkit/worker-engines.mjs'],
};
// On Apache Kafka and in containers other suites run, too, but for those of the embedded engines themselves.
const ROLES = { apache: ['int', 'chaos', 'real'], container: ['int'] };
const real = ROLES[process.env.PORTICO_TEST_KAFKA] ?? ['real'];

const { KAFKA_BROKERS, POSTGRES_URL, PORTICO_TEST_KAFKA } = process.env;
const isOnGivenEngines = [KAFKA_BROKERS, POSTGRES_URL, PORTICO_TEST_KAFKA].some(Boolean);

export default {
  // What needs more says so at its test.
  testTimeout: 90_000,
  // Jest leaves one core to itself, which has little to do: on two cores that would be half of the machine. On engines that
  // were there before the run, suites run one after the other, since they share them.
  maxWorkers: isOnGivenEngines ? 1 : '100%',
  // Of one file, where they are marked so: as many as a small machine has cores.
  maxConcurrency: 2,
  // What modules leave behind in a worker's memory, file after file, ends with the worker.
  workerIdleMemoryLimit: '1GB',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testSequencer: '<rootDir>/tools/test-runs/sequencer.mjs',
  reporters: ['default', '<rootDir>/tools/test-runs/time-reporter.mjs'],
  projects: [
    {
      ...node,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/dist/',
        '\\.(int|chaos|real|e2e)\\.spec\\.ts$',
        '/apps/console/',
        '/libs/ui/',
      ],
    },
    { ...onEngines, displayName: 'int', testMatch: [suites('int')] },
    { ...browser, displayName: 'web', testMatch: ['<rootDir>/{apps/console,libs/ui}/**/*.spec.{ts,tsx}'] },
    {
      ...node,
      displayName: 'e2e',
      testMatch: [suites('e2e')],
      globalSetup: '<rootDir>/apps/e2e/global-setup.mjs',
      globalTeardown: '<rootDir>/apps/e2e/global-teardown.mjs',
    },
    { ...onEngines, displayName: 'chaos', testMatch: [suites('chaos')] },
    {
      ...onEngines,
      displayName: 'real',
      testMatch: real.map(suites),
      testPathIgnorePatterns: [
        '/node_modules/',
        '/dist/',
        '/tools/stack/',
        '/tools/embedded-kafka/test/',
        '/apps/e2e/.*\\.chaos\\.spec',
      ],
    },
  ],
};
