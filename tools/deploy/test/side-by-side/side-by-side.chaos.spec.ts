import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readState } from '@portico/contracts/events/domain-event';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { organizationChanged } from '@portico/contracts/events/orgs';
import {
  type Call,
  caller,
  eventually,
  type OwnEngines,
  read,
  readTopic,
  runServiceCommand,
  serviceEnvironment,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { findReleaseBefore, unpackSources } from './release-before.ts';
import { type Kind, type Row, Writing } from './writing.ts';

const LONG = 240_000;
const ARRIVED = 120_000;
/** Number of times that each writer must repeat its requests in each state of the upgrade. */
const TURNS = 20;

const APPS = ['orgs', 'integrations'] as const;
const RELEASES = ['before', 'now'] as const;
type App = (typeof APPS)[number];
type Release = (typeof RELEASES)[number];

const found = findReleaseBefore();
const reason = 'reason' in found ? found.reason : undefined;
if (reason !== undefined) console.info(`Not run (the release before beside this one): ${reason}`);
const describeReleases = reason === undefined ? describe : describe.skip;

describeReleases('processes of the previous release and of this release, on one database', () => {
  let [own, tokens]: [OwnEngines, TestTokens] = [undefined as never, undefined as never];
  let [folder, token] = ['', ''];
  let environment: Record<string, string> = {};
  /** Id of the organization to which new integrations belong. */
  let organizationId = 0;
  const processes = new Map<string, ServiceProcess>();
  const rows: Record<App, Row[]> = { orgs: [], integrations: [] };
  const writers: Writing[] = [];

  const start = async (release: Release, app: App, more: Record<string, string> = {}): Promise<void> => {
    const root = release === 'before' ? folder : undefined;
    processes.set(`${release} ${app}`, await startServiceProcess(app, { ...environment, ...more }, root));
  };
  const as = (release: Release, app: App): Call => caller(processes.get(`${release} ${app}`)?.url ?? '', token);
  const kindOf = (app: App): Kind =>
    app === 'orgs'
      ? { path: '/organizations', rename: 'PUT' }
      : { path: '/integrations', rename: 'PATCH', more: { organizationId } };
  const write = (release: Release): void => {
    for (const app of APPS) writers.push(new Writing(as(release, app), kindOf(app), release, rows[app]));
  };
  /** Waits until each writer has repeated its requests `TURNS` more times. */
  const moreTurns = async (): Promise<void> => {
    const before = writers.map(({ turns }) => turns);
    await eventually(() => writers.every(({ turns }, index) => turns >= (before[index] ?? 0) + TURNS), ARRIVED);
  };
  const stopWriters = (): Promise<unknown> => Promise.all(writers.map((writer) => writer.stop()));
  const failures = (): string[] => writers.flatMap((writer) => writer.failures).slice(0, 5);

  beforeAll(async () => {
    if (!('commit' in found)) return;
    [own, tokens, folder] = await Promise.all([startOwnEngines(), startTestTokens(), unpackSources(found.commit)]);
    token = await tokens.sign({ expiresIn: '1 hour' });
    environment = serviceEnvironment(own, tokens);
    // The processes of the previous release create the databases and run the migrations of their release.
    await Promise.all(APPS.map((app) => start('before', app)));
    const made = await as('before', 'orgs')('POST', '/organizations', { name: 'Owner' });
    organizationId = (made.body as { id: number }).id;
    await eventually(async () => {
      const answer = await as('before', 'integrations')('POST', '/integrations', { name: 'first', organizationId });
      return answer.status === 201;
    }, ARRIVED);
    write('before');
  }, LONG);
  afterAll(async () => {
    await stopWriters();
    await Promise.all([...processes.values()].map((process) => process.kill()));
    await Promise.all([own?.stop(), tokens?.stop()]);
    if (folder) await rm(folder, { recursive: true });
  }, LONG);

  it(
    'keep working with the code of the previous release during and after the migration to the new schema',
    async () => {
      await moreTurns();
      for (const app of APPS) {
        const { code, said } = await runServiceCommand(app, ['migrate'], environment);
        expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(new RegExp(`^${app}: `)) });
      }
      await moreTurns();
      expect(failures()).toEqual([]);
    },
    LONG,
  );

  it(
    "write rows, rename each other's rows, and return the same answers in both releases",
    async () => {
      await Promise.all(APPS.map((app) => start('now', app, { MIGRATE_AT_START: 'false' })));
      write('now');
      await moreTurns().finally(stopWriters);
      expect(failures()).toEqual([]);
      for (const { renamed } of writers) expect(renamed).toBeGreaterThan(TURNS / 2);
      for (const app of APPS) await answersAgree(app);
    },
    LONG,
  );

  it(
    'publish states that the new release can read, and the newest state of each row last',
    async () => {
      for (const [app, topic, stateOf] of [
        ['orgs', organizationChanged.topic, (value: unknown) => readState(organizationChanged, value)],
        ['integrations', integrationChanged.topic, (value: unknown) => readState(integrationChanged, value)],
      ] as const) {
        const { received, stop } = await readTopic(topic, own.kafka);
        await eventually(() => {
          const names = new Map<number, string>();
          for (const { value } of received) {
            const state = stateOf(JSON.parse(value ?? ''));
            if (!state.ok) throw new Error(state.reason);
            names.set(state.state.id, state.state.name);
          }
          expect(rows[app].map(({ id }) => names.get(id))).toEqual(rows[app].map(({ name }) => name));
          return true;
        }, ARRIVED);
        await stop();
      }
    },
    LONG,
  );

  it(
    'accept integrations of organizations that either release created',
    async () => {
      for (const by of RELEASES) {
        const { id, name } = rows.orgs.findLast((row) => row.by === by) ?? { id: 0, name: '' };
        for (const release of RELEASES) {
          const call = as(release, 'integrations');
          const made = await eventually(async () => {
            const { status, body } = await call('POST', '/integrations', { name: release, organizationId: id });
            return status === 201 && (body as { id: number });
          }, ARRIVED);
          expect(await read(call, `/integrations/${made.id}`)).toMatchObject({ organization: { id, name } });
        }
      }
    },
    LONG,
  );

  it(
    'stop gracefully with the old code, and start again on the new schema after a rollback',
    async () => {
      for (const app of APPS) {
        expect(await processes.get(`before ${app}`)?.stop()).toBe(0);
        await start('before', app);
        await answersAgree(app);
      }
    },
    LONG,
  );

  /** Checks that both processes return each row with its current name, and that the new process returns all fields of the old process. */
  async function answersAgree(app: App): Promise<void> {
    const { path } = kindOf(app);
    for (const { id, name } of rows[app]) {
      const [old, now] = await Promise.all(RELEASES.map((release) => read<object>(as(release, app), `${path}/${id}`)));
      expect(old).toMatchObject({ id, name });
      expect(now).toMatchObject(old ?? {});
    }
  }
});
