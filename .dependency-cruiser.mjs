// Who may import whom: `npm run boundaries`, which is part of `npm run check`, fails on a breach.
// tools/boundaries/boundaries.spec.ts breaks each rule once and sees the check fail.

/** Code of tests, beside the source or in a folder of its own. */
export const TESTS = String.raw`(\.spec\.tsx?$|/test/|/src/testing/)`;
const SERVICES = 'gateway|identity|orgs|integrations|billing|events|alerts|console-server';
const BROWSER = '^(libs/(ui|api-client)/src|apps/console/src)/';

/** @returns {import('dependency-cruiser').IForbiddenRuleType} */
const rule = (name, comment, from, to, more = {}) => ({ name, comment, severity: 'error', from, to, ...more });

/** Folders of the events service, from below: each layer knows those before it, and none after it. */
const EVENTS_LAYERS = [
  'text|logs|quarantine',
  'directory',
  'judge',
  'table',
  'audit',
  'postgres',
  'snapshot',
  'arrivals|conformance|doors|ingest|live|queries|redrive|rejected|test-events',
];

/** Folders of the alerts service, from below: what happens, what is said of it, and what runs all of it. */
const ALERTS_LAYERS = [
  'activity|directory|egress|events-api|policy|retention|transitions|channels/message',
  'live|owners',
  'maintenance|outbound',
  'episodes|notices|silence|usage',
  'acknowledgement|responsible',
  'copies|deliveries|rules',
  'schedule',
];

/** One rule for each layer but the last. */
const layered = (app, layers) =>
  layers
    .slice(0, -1)
    .map((layer, index) =>
      rule(
        `${app}-${layer.split('|')[0]}-is-below`,
        `${layer.replaceAll('|', ', ')} stand below the folders that are built on them.`,
        { path: `^apps/${app}/src/(${layer})/`, pathNot: TESTS },
        { path: `^apps/${app}/src/(${layers.slice(index + 1).join('|')})/` },
      ),
    );

/** A package of the registry, by name. */
const npm = (name) => `(^|/)node_modules/${name}/`;

export default {
  forbidden: [
    rule(
      'no-file-cycles',
      'Two files that import each other are one file.',
      { pathNot: String.raw`\.gen\.ts$` },
      {
        circular: true,
        viaOnly: { pathNot: String.raw`\.gen\.ts$` },
      },
    ),
    // Asked without the tests: a test beside its source imports helpers that render the whole.
    rule(
      'no-folder-cycles',
      'Two folders that import each other are one folder, or hide a third.',
      {},
      { circular: true },
      { scope: 'folder' },
    ),
    rule('resolvable', 'An import that resolves to nothing.', {}, { couldNotResolve: true }),
    rule(
      'declared-packages',
      "A package imports what its own package.json declares; the test runner's packages are the root's.",
      {},
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        pathNot: npm('(@jest/globals|fast-check|jest-environment-jsdom)'),
      },
    ),
    rule(
      'no-app-imports-an-app',
      'Services meet over HTTP, Kafka and contracts.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'tools-import-no-app',
      'Tools start the product, they are not made of it.',
      { path: '^tools/' },
      { path: '^apps/' },
    ),
    rule('libs-import-no-app', 'Libraries stand below the apps.', { path: '^libs/' }, { path: '^apps/' }),
    rule(
      'libs-import-no-tool',
      'What runs in production does not import tools; tests of a library may.',
      { path: '^libs/', pathNot: TESTS },
      { path: '^tools/' },
    ),
    rule(
      'libs-tests-import-the-test-kit',
      'Of the tools, the test kit and the engines that it starts.',
      { path: '^libs/' },
      {
        path: '^tools/',
        pathNot: '^tools/(testkit|stack|embedded-kafka)/',
      },
    ),
    rule(
      'apps-import-no-tool',
      'What runs in production does not import tools.',
      { path: `^apps/(${SERVICES}|console)/src/`, pathNot: TESTS },
      { path: '^tools/' },
    ),
    rule(
      'contracts-import-zod',
      'Contracts import nothing but zod.',
      { path: '^libs/contracts/src/', pathNot: TESTS },
      {
        pathNot: [npm('zod'), '^libs/contracts/src/'],
      },
    ),
    rule(
      'service-is-below',
      'libs/service stands below the database and Kafka.',
      { path: '^libs/service/' },
      {
        path: '^libs/(postgres|kafka|messaging)/',
      },
    ),
    rule(
      'postgres-is-below',
      'libs/postgres stands below messaging, and beside Kafka.',
      { path: '^libs/postgres/' },
      {
        path: '^libs/(kafka|messaging)/',
      },
    ),
    rule(
      'kafka-is-below',
      'libs/kafka stands below messaging and knows no database.',
      { path: '^libs/kafka/' },
      {
        path: ['^libs/(postgres|messaging)/', npm('(@mikro-orm|pg)')],
      },
    ),
    rule(
      'ui-knows-no-shapes',
      "The design system knows the words for faults of fields, and nothing of the product's shapes.",
      { path: '^libs/ui/' },
      {
        path: '^libs/(contracts|api-client)/',
        pathNot: String.raw`^libs/contracts/src/common/(wording|error-map)\.ts$`,
      },
    ),
    rule(
      'browser-imports-no-node',
      'This code runs in a browser.',
      { path: BROWSER, pathNot: TESTS },
      {
        dependencyTypes: ['core'],
      },
    ),
    rule(
      'browser-imports-no-server',
      'This code runs in a browser.',
      { path: BROWSER, pathNot: TESTS },
      {
        path: ['^libs/(service|postgres|kafka|messaging)/', npm('(@nestjs|@mikro-orm|pg|socket\\.io)')],
      },
    ),
    rule(
      'console-features-stand-alone',
      'A feature imports neither the routes, the app nor another feature; shared/ is for what they share.',
      { path: '^apps/console/src/features/([^/]+)/', pathNot: TESTS },
      { path: '^apps/console/src/(routes|app|features)/', pathNot: '^apps/console/src/features/$1/' },
    ),
    rule(
      'console-shared-is-below',
      'shared/ and api/ stand below the features.',
      { path: '^apps/console/src/(shared|api)/', pathNot: TESTS },
      {
        path: '^apps/console/src/(routes|app|features)/',
      },
    ),
    rule(
      'events-siblings-apart',
      'What takes, shows and corrects events builds on table, judge and directory, and not on each other; redrive on rejected.',
      { path: '^apps/events/src/(arrivals|ingest|doors|test-events|live|queries|rejected)/', pathNot: TESTS },
      {
        path: '^apps/events/src/(arrivals|conformance|ingest|doors|test-events|live|queries|rejected|redrive)/',
        pathNot: '^apps/events/src/$1/',
      },
    ),
    ...layered('events', EVENTS_LAYERS),
    ...layered('alerts', ALERTS_LAYERS),
    rule(
      'kafkajs-in-one-place',
      'libs/kafka/src/client.ts and its patches are the one place that knows the client library.',
      { pathNot: [String.raw`^libs/kafka/src/(client\.ts|kafkajs/)`, '^tools/embedded-kafka/'] },
      { path: npm('kafkajs') },
    ),
    rule(
      'stripe-in-billing',
      'Stripe belongs to billing.',
      { pathNot: ['^apps/billing/', '^tools/stripe-stand-in/'] },
      {
        path: npm('stripe'),
      },
    ),
    rule(
      'clickhouse-in-table',
      'The client of ClickHouse belongs to the table; tools use it to try and to measure an engine.',
      { path: '^(apps|libs)/', pathNot: '^apps/events/src/table/' },
      { path: npm('@clickhouse/[^/]+') },
    ),
    rule(
      'packages-to-publish',
      'The broker and the stand-in are packages for anybody: they import nothing of Portico.',
      { path: '^tools/(embedded-kafka|stripe-stand-in)/' },
      { path: '^(apps|libs|tools)/', pathNot: '^tools/(embedded-kafka|stripe-stand-in)/' },
    ),
    rule(
      'publisher-stands-alone',
      "The SDK is installed by publishers: nothing of Portico, nothing but Node's own modules.",
      { path: '^libs/publisher/', pathNot: TESTS },
      { path: ['^(apps|libs|tools)/', npm('[^/]+')], pathNot: '^libs/publisher/' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|libs|tools)/[^/]+/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
