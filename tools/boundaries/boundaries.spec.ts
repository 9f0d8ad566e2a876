import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import configuration from '../../.dependency-cruiser.mjs';
import { findBreaches } from './breaches.ts';

/** An example for each rule: files with imports that break only this rule. */
const BREACHES: Record<string, Record<string, string[]>> = {
  'no-file-cycles': { 'libs/service/src/a.ts': ['./b.ts'], 'libs/service/src/b.ts': ['./a.ts'] },
  'no-folder-cycles': {
    'apps/orgs/src/one/a.ts': ['../two/b.ts'],
    'apps/orgs/src/two/b.ts': [],
    'apps/orgs/src/two/c.ts': ['../one/d.ts'],
    'apps/orgs/src/one/d.ts': [],
  },
  resolvable: { 'apps/orgs/src/a.ts': ['./absent.ts'] },
  'declared-packages': { 'apps/orgs/src/a.ts': ['zod'] },
  'no-app-imports-an-app': { 'apps/orgs/src/a.ts': ['../../billing/src/b.ts'], 'apps/billing/src/b.ts': [] },
  'tools-import-no-app': { 'tools/bench/src/a.ts': ['../../../apps/e2e/src/b.ts'], 'apps/e2e/src/b.ts': [] },
  'libs-import-no-app': { 'libs/kafka/src/a.ts': ['../../../apps/orgs/src/b.ts'], 'apps/orgs/src/b.ts': [] },
  'libs-import-no-tool': { 'libs/kafka/src/a.ts': ['../../../tools/testkit/src/b.ts'], 'tools/testkit/src/b.ts': [] },
  'libs-tests-import-the-test-kit': {
    'libs/kafka/test/a.int.spec.ts': ['../../../tools/bench/src/b.ts'],
    'tools/bench/src/b.ts': [],
  },
  'apps-import-no-tool': { 'apps/orgs/src/a.ts': ['../../../tools/stack/src/b.ts'], 'tools/stack/src/b.ts': [] },
  'contracts-import-zod': { 'libs/contracts/src/a.ts': ['node:crypto'] },
  'service-is-below': { 'libs/service/src/a.ts': ['../../kafka/src/b.ts'], 'libs/kafka/src/b.ts': [] },
  'postgres-is-below': { 'libs/postgres/src/a.ts': ['../../kafka/src/b.ts'], 'libs/kafka/src/b.ts': [] },
  'kafka-is-below': { 'libs/kafka/src/a.ts': ['../../postgres/src/b.ts'], 'libs/postgres/src/b.ts': [] },
  'ui-knows-no-shapes': { 'libs/ui/src/a.ts': ['../../contracts/src/live.ts'], 'libs/contracts/src/live.ts': [] },
  'browser-imports-no-node': { 'apps/console/src/a.ts': ['node:fs'] },
  'browser-imports-no-server': {
    'libs/api-client/src/a.ts': ['../../service/src/b.ts'],
    'libs/service/src/b.ts': [],
  },
  'console-features-stand-alone': {
    'apps/console/src/features/one/a.ts': ['../two/b.ts'],
    'apps/console/src/features/two/b.ts': [],
  },
  'console-shared-is-below': {
    'apps/console/src/shared/lists/a.ts': ['../../features/one/b.ts'],
    'apps/console/src/features/one/b.ts': [],
  },
  'events-siblings-apart': { 'apps/events/src/live/a.ts': ['../queries/b.ts'], 'apps/events/src/queries/b.ts': [] },
  'events-text-is-below': { 'apps/events/src/text/a.ts': ['../judge/b.ts'], 'apps/events/src/judge/b.ts': [] },
  'events-directory-is-below': {
    'apps/events/src/directory/a.ts': ['../table/b.ts'],
    'apps/events/src/table/b.ts': [],
  },
  'events-judge-is-below': { 'apps/events/src/judge/a.ts': ['../table/b.ts'], 'apps/events/src/table/b.ts': [] },
  'events-table-is-below': { 'apps/events/src/table/a.ts': ['../ingest/b.ts'], 'apps/events/src/ingest/b.ts': [] },
  'events-postgres-is-below': { 'apps/events/src/postgres/a.ts': ['../doors/b.ts'], 'apps/events/src/doors/b.ts': [] },
  'events-audit-is-below': { 'apps/events/src/audit/a.ts': ['../doors/b.ts'], 'apps/events/src/doors/b.ts': [] },
  'events-snapshot-is-below': {
    'apps/events/src/snapshot/a.ts': ['../queries/b.ts'],
    'apps/events/src/queries/b.ts': [],
  },
  'alerts-activity-is-below': {
    'apps/alerts/src/policy/a.ts': ['../notices/b.ts'],
    'apps/alerts/src/notices/b.ts': [],
  },
  'alerts-live-is-below': {
    'apps/alerts/src/live/a.ts': ['../episodes/b.ts'],
    'apps/alerts/src/episodes/b.ts': [],
  },
  'alerts-maintenance-is-below': {
    'apps/alerts/src/outbound/a.ts': ['../notices/b.ts'],
    'apps/alerts/src/notices/b.ts': [],
  },
  'alerts-episodes-is-below': {
    'apps/alerts/src/episodes/a.ts': ['../responsible/b.ts'],
    'apps/alerts/src/responsible/b.ts': [],
  },
  'alerts-acknowledgement-is-below': {
    'apps/alerts/src/responsible/a.ts': ['../deliveries/b.ts'],
    'apps/alerts/src/deliveries/b.ts': [],
  },
  'alerts-copies-is-below': {
    'apps/alerts/src/rules/a.ts': ['../schedule/b.ts'],
    'apps/alerts/src/schedule/b.ts': [],
  },
  'kafkajs-in-one-place': { 'apps/events/package.json': ['kafkajs'], 'apps/events/src/ingest/a.ts': ['kafkajs'] },
  'stripe-in-billing': { 'apps/orgs/package.json': ['stripe'], 'apps/orgs/src/a.ts': ['stripe'] },
  'clickhouse-in-table': {
    'apps/events/package.json': ['@clickhouse/client'],
    'apps/events/src/live/a.ts': ['@clickhouse/client'],
  },
  'packages-to-publish': {
    'tools/embedded-kafka/src/a.ts': ['../../stack/src/b.ts'],
    'tools/stack/src/b.ts': [],
  },
  'publisher-stands-alone': {
    'libs/publisher/src/a.ts': ['../../contracts/src/live.ts'],
    'libs/contracts/src/live.ts': [],
  },
};
const ALLOWED = {
  'apps/orgs/package.json': ['zod'],
  'apps/orgs/src/a.ts': ['zod', './b.ts'],
  'apps/orgs/src/other.ts': ['./b.ts'],
  'apps/orgs/src/b.ts': ['../../../libs/service/src/c.ts'],
  'libs/service/src/c.ts': [],
};
const PACKAGES = ['zod', 'kafkajs', 'stripe', '@clickhouse/client'];

describe('boundaries', () => {
  let tree: string;
  beforeEach(async () => {
    tree = await mkdtemp(join(tmpdir(), 'portico-boundaries-'));
    await write('package.json', '{"name":"tree"}');
    for (const name of PACKAGES) {
      await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
      await write(`node_modules/${name}/index.js`, '');
    }
  });
  afterEach(() => rm(tree, { recursive: true }));

  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  };
  const writeFiles = async (files: Record<string, string[]>) => {
    for (const [file, imports] of Object.entries(files)) {
      const dependencies = Object.fromEntries(imports.map((name) => [name, '1.0.0']));
      const source = `${imports.map((name) => `import '${name}';`).join('\n')}\nexport {};\n`;
      await write(file, file.endsWith('.json') ? JSON.stringify({ name: file, dependencies }) : source);
    }
  };
  const rulesBroken = async () => [...new Set((await findBreaches(tree)).map((breach) => breach.split(':')[0]))];

  it('have a test case with a breach for each rule', () => {
    expect(new Set(configuration.forbidden.map(({ name }) => name))).toEqual(new Set(Object.keys(BREACHES)));
  });

  it.each(Object.entries(BREACHES))('report a breach of %s, and of no other rule', async (rule, files) => {
    await writeFiles(files);
    expect(await rulesBroken()).toEqual([rule]);
  });

  it('report the import of a workspace package that package.json does not declare', async () => {
    await writeFiles({ 'apps/orgs/package.json': [], 'apps/orgs/src/a.ts': ['@portico/service'] });
    await write(
      'node_modules/@portico/service/package.json',
      JSON.stringify({ name: '@portico/service', main: 'a.js' }),
    );
    await write('node_modules/@portico/service/a.js', '');
    expect(await rulesBroken()).toEqual(['declared-packages']);
  });

  it('report no breach in a tree that follows the rules', async () => {
    await writeFiles(ALLOWED);
    expect(await findBreaches(tree)).toEqual([]);
  });

  describe('the command', () => {
    const check = () =>
      new Promise<{ code: number; errors: string }>((resolve) => {
        const main = join(import.meta.dirname, 'main.ts');
        execFile(process.execPath, [main, tree], (error, _, errors) => resolve({ code: error ? 1 : 0, errors }));
      });

    it('passes a tree that follows the rules, and fails on a breach', async () => {
      await writeFiles(ALLOWED);
      expect(await check()).toEqual({ code: 0, errors: '' });
      await writeFiles(BREACHES['apps-import-no-tool'] ?? {});
      expect(await check()).toMatchObject({
        code: 1,
        errors: expect.stringContaining('apps-import-no-tool: apps/orgs/src/a.ts -> tools/stack/src/b.ts'),
      });
    });
  });
});
