// One jest run for the whole house, so that one line at its end counts every test.
// unit: pure, in node · int: real engines, one embedded stack for the run · web: components in jsdom · e2e: a real browser.
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
  transformIgnorePatterns: ['/node_modules/'],
};
const node = { ...shared, testEnvironment: 'node' };
const browser = {
  ...shared,
  testEnvironment: '<rootDir>/apps/console/jsdom-environment.mjs',
  setupFilesAfterEnv: ['<rootDir>/apps/console/src/testing/patience.ts'],
  // Style sheets first: a `.css.ts` is compiled to class names, and a library's `.css` to nothing.
  transform: { '\\.css(\\.ts)?$': '@vanilla-extract/jest-transform', ...shared.transform },
  transformIgnorePatterns: ['/node_modules/(?!.*\\.css$)'],
};

// Of a run against another Kafka (apache, container) the tests of the embedded engines are no part; of one against Apache
// Kafka as `npm run test:kafka` starts it, those of what only it can do are.
const { PORTICO_TEST_KAFKA } = process.env;
const integration = PORTICO_TEST_KAFKA === 'apache' ? '{int,kafka}' : 'int';
const embedded = PORTICO_TEST_KAFKA ? ['/tools/stack/', '/tools/embedded-kafka/test/'] : [];

export default {
  // No test is about speed: on a busy machine a keyboard journey through a form takes its time.
  testTimeout: 120_000,
  // Of one file, where they are marked so: as many as a small machine has cores.
  maxConcurrency: 2,
  // What modules leave behind in a worker's memory, file after file, ends with the worker.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...node,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/dist/',
        '\\.(int|kafka)\\.spec\\.ts$',
        '\\.e2e\\.spec\\.ts$',
        '/apps/console/',
        '/libs/ui/',
      ],
    },
    {
      ...node,
      displayName: 'int',
      testMatch: [`<rootDir>/{apps,libs,tools}/**/*.${integration}.spec.ts`],
      testPathIgnorePatterns: ['/node_modules/', '/dist/', ...embedded],
      globalSetup: '<rootDir>/tools/testkit/global-setup.mjs',
      globalTeardown: '<rootDir>/tools/testkit/global-teardown.mjs',
    },
    { ...browser, displayName: 'web', testMatch: ['<rootDir>/{apps/console,libs/ui}/**/*.spec.{ts,tsx}'] },
    { ...node, displayName: 'e2e', testMatch: ['<rootDir>/apps/e2e/**/*.e2e.spec.ts'] },
  ],
};
