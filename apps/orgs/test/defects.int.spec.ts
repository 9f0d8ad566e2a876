import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged } from '@portico/contracts/events/identity';
import {
  eventually,
  type OwnEngines,
  STARTING,
  startOwnEngines,
  startServiceProcess,
  stateMessage,
} from '@portico/testkit';
import { Client } from 'pg';

describe('a bug in the code that applies a domain event', () => {
  let engines: OwnEngines;
  let database: Client;
  beforeAll(async () => {
    engines = await startOwnEngines();
  }, STARTING);
  afterAll(async () => {
    await database?.end();
    await engines?.stop();
  });

  const start = () =>
    startServiceProcess('orgs', {
      ...engines.environment,
      IDENTITY_URL: 'http://127.0.0.1:1',
      CONSOLE_URL: 'http://localhost:3000',
      API_URL: 'http://localhost:3001',
      SIGNING_SECRET: 'a secret that only the tests know and long enough',
    });

  it(
    'ends the process, and the next process applies the event',
    async () => {
      const broken = await start();
      const ended = once(broken.process, 'exit');
      database = new Client({ connectionString: `${engines.environment.POSTGRES_URL.replace(/\/\w*$/, '')}/orgs` });
      await database.connect();
      await database.query('alter table users rename column name to renamed');
      const state = { id: 7, version: 1, accessVersion: 1, deletedAt: null, name: 'Ada', email: 'ada@portico.test' };
      const producer = engines.kafka.producer();
      await producer.connect();
      const message = stateMessage(userChanged, { ...state, usertype: 'CLIENT' });
      await producer.send({ topic: userChanged.topic, acks: -1, messages: [message] });
      await producer.disconnect();
      expect(await ended).toEqual([1, null]);

      await database.query('alter table users rename column renamed to name');
      const next = await start();
      const names = () => database.query<{ name: string }>('select name from users where id = 7');
      expect(await eventually(async () => (await names()).rows[0]?.name)).toBe('Ada');
      await next.stop();
    },
    2 * STARTING,
  );
});
