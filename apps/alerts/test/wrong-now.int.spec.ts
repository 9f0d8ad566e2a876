import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MAX_TROUBLE_EPISODES, type Trouble, type Troubles } from '@portico/contracts/http/trouble';
import { type Call, eventually, read } from '@portico/testkit';
import fc from 'fast-check';
import type { Client } from 'pg';
import { type AlertsStack, mark, readUntil, startAlertsStack } from './alerts.ts';
import { databaseOf } from './later.ts';
import { ofIntegration, plan } from './maintenance.ts';
import { at, expectedOf, HOMES, NOW, state, store } from './wrong-now.ts';

jest.setTimeout(180_000);

const MINUTE = 60_000;
let stack: AlertsStack;
let database: Client;
let admin: Call;
let member: Call;
let publisher: Call;

beforeAll(async () => {
  stack = await startAlertsStack();
  admin = await stack.furnish();
  [member, publisher] = await Promise.all([stack.as('CLIENT', 5), stack.as('VENDOR', 77)]);
  database = await databaseOf(stack);
  for (const { id, organization, ...home } of HOMES.slice(2))
    await stack.publisher.integration(id, {
      name: `integration ${id}`,
      organizationId: organization,
      active: !('active' in home),
      ...('isDeleted' in home && { deletedAt: new Date().toISOString() }),
    });
  await eventually(async () => (await database.query('select from integrations')).rowCount === HOMES.length);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await stack?.stop();
});

const simply = ({ integrationId, organizationId, level, since, episodeCount, impact, maintenance }: Trouble) => ({
  integrationId,
  organizationId,
  level,
  since,
  episodeCount,
  failures: impact?.failures ?? null,
  isInMaintenance: maintenance !== null,
});

describe('the current problems', () => {
  // spec: D.76
  it('contain exactly the expected integrations for each role in random states', async () => {
    await fc.assert(
      fc.asyncProperty(state, async (random) => {
        await store(database, random);
        for (const [call, organizations] of [
          [admin, [1, 2]],
          [member, [1]],
          [publisher, []],
        ] as const) {
          const expected = expectedOf(random, organizations);
          const answer = await read<Troubles>(call, '/trouble');
          expect(answer.data.map(simply)).toEqual(expected);
          expect(answer.count).toBe(expected.length);
          const wrong = expected.filter(
            ({ level, isInMaintenance }) => !isInMaintenance && (level === 'failing' || level === 'silent'),
          );
          expect(answer.wrong).toBe(wrong.length);
          // A request for some integrations returns the same rows as the complete list.
          const some = await read<Troubles>(call, '/trouble?integrations=2,6');
          expect(some.data).toEqual(answer.data.filter(({ integrationId }) => [2, 6].includes(integrationId)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('contain the episodes with the most failures, their reason, event list and assignee', async () => {
    await store(database, { episodes: [], arrived: [], silent: [], windows: [] });
    const names = Array.from({ length: MAX_TROUBLE_EPISODES + 1 }, (_, index) => `run.${index}`);
    const minute = new Date(NOW).toISOString();
    for (const [index, event_name] of names.entries()) {
      const first = { id: `e${index}`, trace_id: 'a'.repeat(32), timestamp: minute, at: minute, severity: 'ERROR' };
      await stack.activity(
        mark(
          { failure: NOW - index * MINUTE },
          {
            event_name,
            first_failure: { ...first, at: at(index), timestamp: at(index), message: `Refused ${index}` },
            counts: [{ partition: 0, minute, failures: 10 + index, total: 20 + index }],
          },
        ),
      );
    }
    const answer = await readUntil<Troubles>(member, '/trouble', ({ data }) => data[0]?.impact?.failures === 75);
    const [only] = answer.data;
    expect(only).toMatchObject({
      integration: 'payroll',
      organization: 'Acme',
      level: 'failing',
      since: at(MAX_TROUBLE_EPISODES),
      reason: `Refused ${MAX_TROUBLE_EPISODES}`,
      impact: { failures: 75, share: 55.6, minutes: 10 },
      episodeCount: MAX_TROUBLE_EPISODES + 1,
      events: { where: 'integration:#1 organization:#1', status: 'FAILURE', from: at(MAX_TROUBLE_EPISODES) },
      silence: null,
      maintenance: null,
    });
    expect(only?.episodes.map(({ eventName }) => eventName)).toEqual(names.slice(1).toReversed());
    const manager = await stack.as('CLIENT', 6);
    await manager('POST', `/episodes/${only?.episodes[0]?.id}/acknowledge`);
    const taken = await read<Troubles>(member, '/trouble');
    expect(taken.data[0]?.episodes[0]?.acknowledged?.by).toEqual({ id: 6, name: 'Mara Manager' });
  });

  it('include maintenance with its end and reason', async () => {
    await store(database, {
      episodes: [],
      arrived: [],
      silent: [{ organization: 1, integration: 6, age: 30 }],
      windows: [],
    });
    expect(await read<Troubles>(member, '/trouble')).toMatchObject({
      wrong: 1,
      data: [
        { level: 'silent', since: at(30), silence: { integrationId: 6, lastArrivalAt: at(30), canChange: false } },
      ],
    });
    await plan(admin, ofIntegration(6));
    expect(await read<Troubles>(member, '/trouble')).toMatchObject({
      wrong: 0,
      count: 1,
      data: [{ maintenance: { reason: 'Database upgrade' } }],
    });
  });

  it.each(['x', '0', Array.from({ length: 101 }, (_, index) => index + 1).join(',')])(
    'cannot be read with the value %s of the integrations parameter',
    async (integrations) => {
      expect(await admin('GET', `/trouble?integrations=${integrations}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: [expect.stringMatching(/^Integrations should be/)] },
      });
    },
  );

  it('cannot be read without a token', async () => {
    expect((await fetch(`${stack.url()}/trouble`)).status).toBe(401);
  });
});
