import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import { Client } from 'pg';
import { type AlertsStack, startAlertsStack } from '../alerts.ts';
import { startEventsStub } from './silent.ts';

jest.setTimeout(240_000);

const ROWS = 3_000;

describe('the sweeper', () => {
  let stack: AlertsStack;
  let events: Awaited<ReturnType<typeof startEventsStub>>;
  let database: Client;

  beforeAll(async () => {
    events = await startEventsStub({
      lag: { waiting: 0, waitingSince: null },
      arrivals: () => {
        throw new Error('nothing is to be learned');
      },
    });
    stack = await startAlertsStack();
    await stack.kill();
    const address = new URL(stack.own.environment.POSTGRES_URL);
    address.pathname = '/alerts';
    database = new Client(address.href);
    await database.connect();
    await database.query(
      `insert into silence (organization_id, integration_id, state, since, zone, relearn_at, last_arrival_at, counted_from,
         quiet_at, due_at, next_at, expectation, normal, unusual, version)
       select 1, id, 'regular', now(), 'UTC', now() + interval '1 day', now() - interval '1 hour', now() - interval '1 hour',
         now(), now(), now(), '{"kind":"every","minutes":30}', '[]', '[]', 1 from generate_series(1, ${ROWS}) as id`,
    );
  }, 120_000);
  afterAll(async () => {
    await database?.end();
    await stack?.stop();
    events?.stop();
  });

  const numberOf = async (sql: string): Promise<number> => Number((await database.query(sql)).rows[0].n);
  const silent = () => numberOf(`select count(*) as n from silence where state = 'silent'`);
  const transitions = () => numberOf(`select count(*) as n from transitions where kind = 'integration.silent'`);
  /** Ends the lease of the previous process and starts a new process. */
  const start = async (): Promise<void> => {
    await database.query('update silence_platform set expires_at = now()');
    await stack.start({ EVENTS_URL: events.url });
  };

  it('reports each silent integration once even if it is killed repeatedly', async () => {
    const killedAt: number[] = [];
    for (let done = 0; done < ROWS;) {
      await start();
      // Waits until more integrations are silent.
      await eventually(async () => (await silent()) > done, 30_000);
      await stack.kill();
      done = await silent();
      expect(await transitions()).toBe(done);
      killedAt.push(done);
    }
    expect(killedAt.length).toBeGreaterThan(1);
    await start();
    await stack.startAnother();
    expect(
      await numberOf(`select count(distinct subject) as n from transitions where kind = 'integration.silent'`),
    ).toBe(ROWS);
    expect(await transitions()).toBe(ROWS);
  });
});
